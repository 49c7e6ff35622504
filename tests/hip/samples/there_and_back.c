/* Transforms the columns of a matrix forward and back by rocFFT, with a work buffer and a stream.
 * The inverse transform scales. */
#include <hip/hip_runtime_api.h>
#include <math.h>
#include <rocfft/rocfft.h>
#include <stdio.h>

enum { kRows = 96, kColumns = 3 };

static rocfft_plan make(rocfft_transform_type type, double factor) {
  const size_t length = kRows, stride = kColumns;
  rocfft_plan plan = NULL;
  rocfft_plan_description description = NULL;
  if (rocfft_plan_description_create(&description) != rocfft_status_success) return NULL;
  if (rocfft_plan_description_set_data_layout(description, rocfft_array_type_complex_interleaved,
                                              rocfft_array_type_complex_interleaved, NULL, NULL, 1,
                                              &stride, 1, 1, &stride, 1) != rocfft_status_success ||
      rocfft_plan_description_set_scale_factor(description, factor) != rocfft_status_success ||
      rocfft_plan_create(&plan, rocfft_placement_inplace, type, rocfft_precision_double, 1, &length,
                         kColumns, description) != rocfft_status_success) {
    plan = NULL;
  }
  rocfft_plan_description_destroy(description);
  return plan;
}

/* Runs the plan in the stream, with a work buffer if the plan needs one. */
static int run(rocfft_plan plan, void* data, hipStream_t stream) {
  rocfft_execution_info info = NULL;
  size_t bytes = 0;
  void* buffer = NULL;
  int done = 0;
  if (rocfft_execution_info_create(&info) != rocfft_status_success) return 0;
  if (rocfft_plan_get_work_buffer_size(plan, &bytes) == rocfft_status_success &&
      (bytes == 0 || hipMalloc(&buffer, bytes) == hipSuccess)) {
    done = rocfft_execution_info_set_stream(info, stream) == rocfft_status_success &&
           rocfft_execution_info_set_work_buffer(info, buffer, bytes) == rocfft_status_success &&
           rocfft_execute(plan, &data, NULL, info) == rocfft_status_success &&
           hipStreamSynchronize(stream) == hipSuccess;
  }
  if (buffer != NULL && hipFree(buffer) != hipSuccess) done = 0;
  return rocfft_execution_info_destroy(info) == rocfft_status_success && done;
}

int main(void) {
  double values[2 * kRows * kColumns], sums[2 * kColumns] = {0}, worst = 0;
  void* data = NULL;
  hipStream_t stream = NULL;
  rocfft_plan forth, back;
  if (rocfft_setup() != rocfft_status_success) return 1;
  for (int i = 0; i < 2 * kRows * kColumns; ++i) {
    values[i] = sin(3.0 * i);
    sums[i % (2 * kColumns)] += values[i];
  }
  forth = make(rocfft_transform_type_complex_forward, 1);
  back = make(rocfft_transform_type_complex_inverse, 1.0 / kRows);
  if (forth == NULL || back == NULL) return 2;
  if (hipMalloc(&data, sizeof(values)) != hipSuccess ||
      hipStreamCreateWithFlags(&stream, hipStreamNonBlocking) != hipSuccess ||
      hipMemcpy(data, values, sizeof(values), hipMemcpyHostToDevice) != hipSuccess) {
    return 3;
  }
  if (!run(forth, data, stream)) return 4;
  if (hipMemcpy(values, data, sizeof(values), hipMemcpyDeviceToHost) != hipSuccess) return 3;
  for (int i = 0; i < 2 * kColumns; ++i) worst = fmax(worst, fabs(values[i] - sums[i]));
  if (!run(back, data, stream)) return 4;
  if (hipMemcpy(values, data, sizeof(values), hipMemcpyDeviceToHost) != hipSuccess) return 3;
  for (int i = 0; i < 2 * kRows * kColumns; ++i) {
    worst = fmax(worst, fabs(values[i] - sin(3.0 * i)));
  }
  if (rocfft_plan_destroy(forth) != rocfft_status_success ||
      rocfft_plan_destroy(back) != rocfft_status_success ||
      hipStreamDestroy(stream) != hipSuccess || hipFree(data) != hipSuccess ||
      rocfft_cleanup() != rocfft_status_success) {
    return 5;
  }
  printf("largest difference below 1e-12: %s\n", worst < 1e-12 ? "yes" : "no");
  return worst < 1e-12 ? 0 : 6;
}

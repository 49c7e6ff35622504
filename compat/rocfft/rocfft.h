/* The functions of rocFFT in librocfft.so.0 of this library.
 *
 * Names, numbers and the meaning of arguments are those of rocFFT's binary interface, so
 * programs that were built with rocFFT's own header run with this library. Programs may also be
 * built with this header. Lengths, strides and distances have the fastest dimension first.
 * docs/hipfft.md says what each function does and what differs. */
#ifndef FFT_COMPAT_ROCFFT_ROCFFT_H_
#define FFT_COMPAT_ROCFFT_ROCFFT_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rocfft_plan_t* rocfft_plan;
typedef struct rocfft_plan_description_t* rocfft_plan_description;
typedef struct rocfft_execution_info_t* rocfft_execution_info;
typedef struct rocfft_field_t* rocfft_field;
typedef struct rocfft_brick_t* rocfft_brick;

typedef enum rocfft_status_e {
  rocfft_status_success,
  rocfft_status_failure,
  rocfft_status_invalid_arg_value,
  rocfft_status_invalid_dimensions,
  rocfft_status_invalid_array_type,
  rocfft_status_invalid_strides,
  rocfft_status_invalid_distance,
  rocfft_status_invalid_offset,
  rocfft_status_invalid_work_buffer
} rocfft_status;

typedef enum rocfft_transform_type_e {
  rocfft_transform_type_complex_forward,
  rocfft_transform_type_complex_inverse,
  rocfft_transform_type_real_forward,
  rocfft_transform_type_real_inverse
} rocfft_transform_type;

typedef enum rocfft_precision_e {
  rocfft_precision_single,
  rocfft_precision_double,
  rocfft_precision_half
} rocfft_precision;

typedef enum rocfft_result_placement_e {
  rocfft_placement_inplace,
  rocfft_placement_notinplace
} rocfft_result_placement;

typedef enum rocfft_array_type_e {
  rocfft_array_type_complex_interleaved,
  rocfft_array_type_complex_planar,
  rocfft_array_type_real,
  rocfft_array_type_hermitian_interleaved,
  rocfft_array_type_hermitian_planar,
  rocfft_array_type_unset
} rocfft_array_type;

typedef enum rocfft_comm_type_e { rocfft_comm_none, rocfft_comm_mpi } rocfft_comm_type;

/* These functions begin and end the use of the library, and return its version. */
rocfft_status rocfft_setup(void);
rocfft_status rocfft_cleanup(void);
rocfft_status rocfft_get_version_string(char* text, size_t bytes);

/* These functions make and free plans, and return facts about them. */
rocfft_status rocfft_plan_create(rocfft_plan* plan, rocfft_result_placement placement,
                                 rocfft_transform_type type, rocfft_precision precision,
                                 size_t dimensions, const size_t* lengths, size_t batch,
                                 const rocfft_plan_description description);
rocfft_status rocfft_plan_destroy(rocfft_plan plan);
rocfft_status rocfft_plan_get_work_buffer_size(const rocfft_plan plan, size_t* bytes);
rocfft_status rocfft_plan_get_print(const rocfft_plan plan);

/* These functions describe the layout of a plan's arrays. */
rocfft_status rocfft_plan_description_create(rocfft_plan_description* description);
rocfft_status rocfft_plan_description_destroy(rocfft_plan_description description);
rocfft_status rocfft_plan_description_set_scale_factor(rocfft_plan_description description,
                                                       const double factor);
rocfft_status rocfft_plan_description_set_data_layout(
    rocfft_plan_description description, const rocfft_array_type in_type,
    const rocfft_array_type out_type, const size_t* in_offsets, const size_t* out_offsets,
    const size_t in_strides_size, const size_t* in_strides, const size_t in_distance,
    const size_t out_strides_size, const size_t* out_strides, const size_t out_distance);

/* These functions execute plans. */
rocfft_status rocfft_execute(const rocfft_plan plan, void* in[], void* out[],
                             rocfft_execution_info info);
rocfft_status rocfft_execution_info_create(rocfft_execution_info* info);
rocfft_status rocfft_execution_info_destroy(rocfft_execution_info info);
rocfft_status rocfft_execution_info_set_work_buffer(rocfft_execution_info info, void* buffer,
                                                    const size_t bytes);
rocfft_status rocfft_execution_info_set_stream(rocfft_execution_info info, void* stream);
rocfft_status rocfft_execution_info_set_load_callback(rocfft_execution_info info, void** functions,
                                                      void** data, size_t shared_bytes);
rocfft_status rocfft_execution_info_set_store_callback(rocfft_execution_info info, void** functions,
                                                       void** data, size_t shared_bytes);

/* These functions write and read compiled kernels as bytes. */
rocfft_status rocfft_cache_serialize(void** buffer, size_t* bytes);
rocfft_status rocfft_cache_deserialize(const void* buffer, size_t bytes);
rocfft_status rocfft_cache_buffer_free(void* buffer);

/* Arrays over several devices. These functions return rocfft_status_failure. */
rocfft_status rocfft_plan_description_set_comm(rocfft_plan_description description,
                                               rocfft_comm_type type, void* handle);
rocfft_status rocfft_plan_description_add_infield(rocfft_plan_description description,
                                                  rocfft_field field);
rocfft_status rocfft_plan_description_add_outfield(rocfft_plan_description description,
                                                   rocfft_field field);
rocfft_status rocfft_field_create(rocfft_field* field);
rocfft_status rocfft_field_destroy(rocfft_field field);
rocfft_status rocfft_field_add_brick(rocfft_field field, rocfft_brick brick);
rocfft_status rocfft_brick_create(rocfft_brick* brick, const size_t* lower, const size_t* upper,
                                  const size_t* strides, size_t dimensions, int device);
rocfft_status rocfft_brick_destroy(rocfft_brick brick);

#ifdef __cplusplus
}
#endif

#endif /* FFT_COMPAT_ROCFFT_ROCFFT_H_ */

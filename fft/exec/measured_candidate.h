// The measured time of a candidate.
#ifndef FFT_EXEC_MEASURED_CANDIDATE_H_
#define FFT_EXEC_MEASURED_CANDIDATE_H_

namespace fft {

// One candidate of a plan, timed.
struct MeasuredCandidate {
  int candidate = 0;        // rank by scores
  double milliseconds = 0;  // of one execution
};

}  // namespace fft

#endif  // FFT_EXEC_MEASURED_CANDIDATE_H_

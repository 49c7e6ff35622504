#!/bin/sh
# Tests the command line of fft_bench on problems small enough to time in a test.
set -e
token=complex_forward_len_64_single_op_batch_64
csv=$(mktemp)
output=$(bench/fft_bench --device host --vs fftw --repeats 3 --csv "$csv" --machine "a, b" \
  $token complex_forward_len_0_single_op)
echo "$output"
echo "$output" | grep -qE "^ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+  $token$"
echo "$output" | grep -q '^refused: .*lengths'
echo "$output" | grep -q '^1 timed, 1 refused$'
echo "$output" | tail -1 | grep -qE '^speed against fftw: geometric mean [0-9.]+ over 1, least'
[ "$(wc -l <"$csv")" -eq 3 ]
grep -q '^token,device,date,machine,ours_ms,.*,fftw_ms,fftw_ratio,' "$csv"
grep -q "^$token,.*,\"a, b\"," "$csv"
rm -f "$csv"

# A peer for another device is an error, and so is an unknown flag.
if bench/fft_bench --device host --vs cufft $token 2>errors; then exit 1; fi
grep -q 'cufft runs on cuda devices; this one is host' errors
if bench/fft_bench --repeat 3 $token 2>errors; then exit 1; fi
grep -q 'did you mean --repeats' errors

# A file that cannot be written, as on a full disk, makes the program fail.
if bench/fft_bench --device host --repeats 1 --csv /dev/full $token 2>errors; then exit 1; fi
grep -q '^fft_bench: /dev/full cannot be written$' errors
if bench/fft_bench --device host --repeats 1 $token >/dev/full 2>errors; then exit 1; fi
grep -q '^fft_bench: the output cannot be written$' errors

# fft_bench takes options of the plan, as `fft plan` takes them.
bench/fft_bench --device host --repeats 1 --scheme L1D_TRTRT --factors 64x64 --shape 64:threads=8 \
  --strategy most_fusion --overwrite input,gaps complex_forward_len_4096_single_op >options
grep -q '^1 timed, 0 refused$' options
bench/fft_bench --device host --repeats 1 --scheme 2D_RC complex_forward_len_4096_single_op >options || true
grep -q '^refused: .*2D_RC' options

# fft_bench draws problems and prints a summary by their kinds.
bench/fft_bench --device host --vs fftw --repeats 1 --draw 6 --seed 3 --bytes 4K-16K >drawn
cat drawn
grep -q '^6 timed, 0 refused$' drawn
[ "$(grep -c '_len_' drawn)" -ge 6 ]
grep -qE '^  (lines|planes|reals|doubles|volumes|primes): geometric mean' drawn
if bench/fft_bench --draw 3 --bytes lots 2>errors; then exit 1; fi
grep -q 'bytes is "*lots.*allowed: 1K to 64G' errors

# With --ranks fft_bench runs as fft_dist_bench.
bench/fft_bench --device host --ranks 2 --repeats 1 --pieces 1,2 complex_forward_len_8_8_8_single_op >ranks
cat ranks
head -1 ranks | grep -q '^token,ranks,transport,pieces,groups,median_ms,min_ms,predicted_ms,plan$'
[ "$(grep -c '^complex_forward_len_8_8_8_single_op,2,messages,[12],0,[0-9.]*,[0-9.]*,[0-9.]*,input' ranks)" -eq 2 ]
if bench/fft_bench --ranks 2 --vs fftw $token 2>errors; then exit 1; fi
grep -q 'fft_dist_bench: .*--vs' errors

# fft_bench takes a plug-in as a peer, and times every length of a range.
bench/fft_bench --device host --vs fftw,plugin:bench/fftw_plugin.so --gauntlet 4-5 --repeats 1 \
  --csv gauntlet.csv >gauntlet
cat gauntlet
[ "$(wc -l <gauntlet.csv)" -eq 13 ]
grep -q '^token,length,largest_prime,ours_ns_fftw,fftw_ns,fftw_ratio,ours_ns_fftw_plugin,' gauntlet.csv
grep -qE '^real_inverse_len_5_double_op,5,5,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+,[0-9.]+$' gauntlet.csv
grep -q '^speed against the best:$' gauntlet
if bench/fft_bench --device host --gauntlet 4-5 2>errors; then exit 1; fi
grep -q 'vs is "*.*allowed: the peers that --gauntlet times beside' errors
if bench/fft_bench --device host --vs fftw --gauntlet 5-4 2>errors; then exit 1; fi
grep -q 'allowed: lengths of 1 to 16777216, as in 2-4096' errors

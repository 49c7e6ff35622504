#!/bin/bash
# Tests fft_dist_verify under one MPI: a sample of drawn problems, and ranks that die or stop.
#
#   mpi_test.sh openmpi|mpich DRAWN RANKS...
mpi=$1 drawn=$2
shift 2
verify=tests/fft_dist_verify
shim=fft/dist/mpi/$mpi/libfft_mpi.so
# OpenMPI keeps sockets in TMPDIR, whose paths must be short.
export TMPDIR=/tmp HOME=/tmp
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export FFT_RTC_CACHE_PATH=$scratch/kernels.db
unset ROCFFT_RTC_CACHE_PATH
run=(mpirun.$mpi)
if [[ $mpi == openmpi ]]; then run+=(--oversubscribe); fi
failures=0
fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

for ranks in "$@"; do
  "${run[@]}" -np "$ranks" $verify --draw "$drawn" --mpi $shim >"$scratch/log" 2>&1
  code=$?
  tail -n 1 "$scratch/log"
  if [[ $code != 0 ]] || ! grep -q "^$drawn passed, 0 failed, 0 skipped$" "$scratch/log"; then
    fail "$ranks ranks, exit code $code:"
    grep -v '^pass' "$scratch/log"
  fi
done

# A thousand plans one after the other leave nothing behind on any rank.
"${run[@]}" -np 2 $verify --plans 1000 --mpi $shim >"$scratch/log" 2>&1 || fail "1000 plans, exit code $?:"
grep 'plans' "$scratch/log"
[[ "$(grep -c '^pass .* 1000 plans left ' "$scratch/log")" == 2 ]] || { cat "$scratch/log" && fail "1000 plans"; }

# A program with communicators of its own. On some ranks they are MPI_COMM_NULL.
timeout 120 "${run[@]}" -np 4 tests/dist/mpi_program tests/dist/$mpi/libmpi_calls.so $shim >"$scratch/log" 2>&1 ||
  fail "mpi_program, exit code $?:"
[[ "$(grep -c 'checks hold$' "$scratch/log")" == 4 ]] || { cat "$scratch/log" && fail "mpi_program"; }
grep 'rank 0' "$scratch/log"

# Runs the same program while MPI calls fail on one rank. If few problems are drawn, only a sample
# of the calls fails.
timeout 600 "${run[@]}" -np 3 tests/dist/mpi_program tests/dist/$mpi/libmpi_calls.so \
  tests/dist/$mpi/libfailing_mpi.so $((drawn < 100 ? 7 : 1)) >"$scratch/log" 2>&1 ||
  fail "calls of MPI that fail, exit code $?:"
[[ "$(grep -c 'checks hold$' "$scratch/log")" == 3 ]] || { cat "$scratch/log" && fail "calls that fail"; }
grep 'calls of MPI' "$scratch/log"

# lose WHAT SIGNAL: runs a job in which one rank gets SIGNAL during its work, and checks how the job
# ends.
lose() {
  "${run[@]}" -np 3 $verify --draw 100000 --mpi $shim --timeout 15 --pids >"$scratch/log" 2>&1 &
  local job=$! victim='' start
  for ((i = 0; i < 300; ++i)); do
    victim=$(sed -n 's/.*rank 1 is process \([0-9]*\)$/\1/p' "$scratch/log")
    if [[ -n $victim ]] && grep -q '^pass' "$scratch/log"; then break; fi
    sleep 0.1
  done
  start=$SECONDS
  kill "-$2" "$victim" || fail "$1: no rank to signal"
  wait "$job"
  local code=$?
  if [[ $code == 0 ]]; then fail "$1: the job ended well"; fi
  if ((SECONDS - start > 30)); then fail "$1: the job took $((SECONDS - start)) s to end"; fi
  for pid in $(sed -n 's/.*rank [0-9]* is process \([0-9]*\)$/\1/p' "$scratch/log"); do
    for ((i = 0; i < 50; ++i)); do
      kill -0 "$pid" 2>/dev/null || continue 2
      sleep 0.1
    done
    fail "$1: process $pid is still there"
    kill -KILL "$pid"
  done
  echo "$1: exit code $code after $((SECONDS - start)) s"
}
lose "a killed rank" KILL
lose "a rank that stops" STOP
grep -q 'did not come within 15s' "$scratch/log" || fail "the ranks that waited did not say so"

[[ $failures == 0 ]]

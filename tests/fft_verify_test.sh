#!/bin/sh
# Tests the command line of fft_verify: it prints one line per token and a tally as the last line,
# and sets the exit code.
verify=tests/fft_verify
unset TEST_SHARD_INDEX TEST_TOTAL_SHARDS TEST_SHARD_STATUS_FILE XML_OUTPUT_FILE
failures=0

# expect WHAT EXIT_CODE PATTERN ARGUMENTS...: runs fft_verify with ARGUMENTS and expects this exit
# code and an output that matches PATTERN.
expect() {
  what=$1 code=$2 pattern=$3
  shift 3
  output=$("$verify" --device host "$@" 2>&1)
  actual=$?
  if [ "$actual" -ne "$code" ] || ! echo "$output" | grep -qE -- "$pattern"; then
    echo "FAILED: $what: exit code $actual (expected $code), expected '$pattern' in:"
    echo "$output"
    failures=$((failures + 1))
  fi
}

good=complex_forward_len_8_single_op_batch_3
too_large=complex_forward_len_1048576_single_op_batch_1000000
illegal=complex_forward_len_0_single_op

expect "a token passes" 0 '^pass +l2 [0-9.e-]+  linf [0-9.e-]+  gate [0-9.e-]+ .*'$good $good
expect "the tally comes last" 0 '^1 passed, 0 failed, 0 skipped$' $good
expect "an illegal token fails" 1 '^1 passed, 1 failed, 0 skipped$' $good $illegal
expect "an illegal token that must be refused passes" 0 '^1 passed, 0 failed' "!$illegal"
expect "a good token that must be refused fails" 1 'was not refused' "!$good"
expect "JSON lines" 0 '"result":"pass".*"l2":' --json $good
expect "JSON tally" 0 '^\{"passed":1,"failed":0,"skipped":0\}$' --json $good
expect "a typo in a flag" 2 'did you mean --device' --devise host $good
expect "no token" 2 'no token given'
expect "a missing file" 2 'cannot read token file .*no_such.tokens' --tokens no_such.tokens
expect "an unknown device" 1 'allowed' --device gpu $good
expect "what does not fit into memory is skipped" 0 '^0 passed, 0 failed, 1 skipped$' $too_large
expect "or fails when strict" 1 '^0 passed, 1 failed' --strict $too_large

if "$verify" --device host $good >/dev/full 2>/dev/null; then
  echo "FAILED: an output that cannot be written is a failure"
  failures=$((failures + 1))
fi

export FFT_RTC_CACHE_PATH=/dev/null
expect "a cache that cannot be used is said" 0 'kernel cache /dev/null: is a device' $good
unset FFT_RTC_CACHE_PATH

expect "drawn problems" 0 '^5 passed, 0 failed, 0 skipped$' --draw 5 --points 500 --seed 11
expect "forced plans say their flags" 0 'pass.* --strategy .* --scheme ' --draw 12 --points 300 --forced
expect "as many as a wrong number" 2 '--draw is "*x"*; allowed: integers from 1' --draw x

list=$(mktemp)
printf '# comment\n%s\n!%s\n' $good $illegal >"$list"
expect "a list" 0 '^2 passed, 0 failed, 0 skipped$' --tokens "$list"
rm -f "$list"

[ "$failures" -eq 0 ]

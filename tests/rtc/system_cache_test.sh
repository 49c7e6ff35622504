#!/bin/sh
# Tests that the system cache is found beside the program, in ../lib/fft, and at the path in the
# environment variable.
set -e
token=complex_forward_len_8_single_ip
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
mkdir -p "$folder/bin" "$folder/lib/fft"
cp -L tools/cli/fft "$folder/bin/fft"
unset FFT_RTC_CACHE_PATH FFT_RTC_SYS_CACHE_PATH ROCFFT_RTC_CACHE_PATH ROCFFT_RTC_SYS_CACHE_PATH

# origin: prints where the kernel of a plan comes from, the first word of the last line.
origin() {
  "$folder/bin/fft" build "$token" --device host "$@" | tail -1 | cut -d' ' -f1
}

expect() {
  echo "$1: $2"
  [ "$2" = "$1" ]
}

expect compiled_in_process "$(origin --path "$folder/bin/fft_kernels.db")"
expect system "$(origin)"
expect compiled_in_process "$(FFT_RTC_SYS_CACHE_PATH=none origin)"
mv "$folder/bin/fft_kernels.db" "$folder/lib/fft/"
expect system "$(origin)"
mv "$folder/lib/fft/fft_kernels.db" "$folder/elsewhere.db"
expect compiled_in_process "$(origin)"
chmod 444 "$folder/elsewhere.db"
expect system "$(FFT_RTC_SYS_CACHE_PATH=$folder/elsewhere.db origin)"
expect system "$(ROCFFT_RTC_SYS_CACHE_PATH=$folder/elsewhere.db origin)"
expect user "$(ROCFFT_RTC_CACHE_PATH=$folder/elsewhere.db origin)"

# The runs above must not have written to the database.
FFT_RTC_CACHE_PATH=$folder/elsewhere.db "$folder/bin/fft" cache verify | grep -q '1 kernels, all good'

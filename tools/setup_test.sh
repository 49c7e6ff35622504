#!/usr/bin/env bash
# Runs tools/setup.sh with stand-ins for dpkg-query, apt-get, id and sudo. They log their arguments.
set -uo pipefail
setup="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/setup.sh"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
failures=0

# scenario USER_ID HAS_SUDO INSTALLED...: makes a PATH of stand-ins on which these packages are
# installed.
scenario() {
  local user_id="$1" has_sudo="$2"
  shift 2
  rm -rf "${work:?}/bin" "$work/log"
  mkdir "$work/bin"
  touch "$work/log"
  printf '%s\n' "$@" >"$work/installed"
  local tool
  for tool in bash dirname readlink env cat grep; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
  stub id "echo $user_id"
  stub dpkg-query "grep -qx \"\$3\" '$work/installed' && echo -n 'install ok installed'"
  stub apt-get "echo \"apt-get \$*\" >>'$work/log'; case \"\$*\" in *\${FAILING:-none}*) exit 100 ;; esac"
  if [[ "$has_sudo" == yes ]]; then stub sudo "echo sudo >>'$work/log'; exec \"\$@\""; fi
}

stub() {
  printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# setup ROLE: runs fft_setup ROLE and sets $code and $output.
setup() {
  output="$(PATH="$work/bin" bash -c "set -uo pipefail; source '$setup'; fft_setup $1" 2>&1)"
  code=$?
}

expect() {
  if ! eval "$2"; then
    echo "FAILED: $1: $2"
    echo "exit code $code, output:"
    echo "$output"
    echo "log:"
    cat "$work/log"
    failures=$((failures + 1))
  fi
}

everything=($(awk '/^[a-z]/ {print $1}' "$(dirname "$setup")/../third_party/debian-packages.txt"))
for_build=($(awk '/^[a-z]/ && $2 == "build" {print $1}' "$(dirname "$setup")/../third_party/debian-packages.txt"))
without() {
  local gone=" $1 " package
  for package in "${everything[@]}"; do [[ "$gone" == *" $package "* ]] || echo "$package"; done
}

scenario 0 no "${everything[@]}"
setup test
expect "nothing missing" '[[ $code == 0 && -z "$output" && ! -s "$work/log" ]]'

scenario 1000 no "${everything[@]}"
setup test
expect "nothing missing needs no rights" '[[ $code == 0 && -z "$output" ]]'

scenario 0 no "${for_build[@]}"
setup build
expect "build does not ask for the tests packages" '[[ $code == 0 && ! -s "$work/log" ]]'

scenario 0 no $(without "libabsl-dev libgtest-dev")
setup test
expect "root installs" '[[ $code == 0 ]] && grep -q "apt-get.* install .* libabsl-dev libgtest-dev" "$work/log"'
expect "root installs" 'grep -q "apt-get.* update" "$work/log" && ! grep -q sudo "$work/log"'
expect "says what it installs" '[[ "$output" == *"installing these Debian packages: libabsl-dev libgtest-dev"* ]]'

scenario 1000 yes $(without "libabsl-dev")
setup build
expect "sudo installs" '[[ $code == 0 ]] && grep -q sudo "$work/log" && grep -q "install .*libabsl-dev" "$work/log"'

scenario 1000 no $(without "libabsl-dev")
setup build
expect "no rights" '[[ $code == 1 && ! -s "$work/log" ]]'
expect "no rights: the command" \
  '[[ "$output" == *"apt-get update && apt-get install -y --no-install-recommends libabsl-dev"* ]]'

scenario 1000 no $(without "chromium")
setup test
expect "no rights, only optional ones missing" '[[ $code == 0 && "$output" == *"without the optional chromium"* ]]'

scenario 0 no $(without "nodejs npm chromium")
stub node true
stub npm true
stub chromium true
setup test
expect "optional ones on the PATH are present" '[[ $code == 0 && -z "$output" && ! -s "$work/log" ]]'

scenario 0 no $(without "nodejs npm")
stub node true
setup test
expect "no second node" '[[ $code == 0 && ! -s "$work/log" && "$output" == *"without npm"* ]]'

scenario 0 no $(without "chromium")
FAILING=chromium setup test
expect "optional one not to be had" '[[ $code == 0 && "$output" == *"chromium could not be installed"*SKIPPED* ]]'

scenario 0 no $(without "libabsl-dev")
FAILING=libabsl setup test
expect "required one not to be had" '[[ $code == 1 && "$output" == *"could not install"* ]]'

((failures == 0)) && echo "all scenarios pass"

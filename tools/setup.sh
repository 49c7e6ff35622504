# Sourced by ./inspect and ./test: installs the Debian packages that are missing.
#
#   fft_setup build|test
#
# Returns 0 if every required package is installed afterwards. If none is missing, it needs no
# rights.

fft_packages_file="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../third_party/debian-packages.txt"

# Debian's Bazel is used even if another one is first on the PATH.
FFT_BAZEL="${FFT_BAZEL:-/usr/bin/bazel}"

fft_say() { printf '%s\n' "fft: $*" >&2; }

# fft_missing ROLE required|optional: prints the packages of this kind that are not installed.
fft_missing() {
  local role="$1" kind="$2" package for need why
  while read -r package for need why; do
    case "$package" in '' | '#'*) continue ;; esac
    [[ "$for" == build || "$for" == "$role" ]] || continue
    [[ "${need%%:*}" == "$kind" ]] || continue
    if [[ "$kind" == optional ]] && command -v "${need#optional:}" >/dev/null; then continue; fi
    if ! fft_installed "$package"; then printf '%s\n' "$package"; fi
  done <"$fft_packages_file"
}

fft_installed() {
  [[ "$(dpkg-query -W -f='${Status}' "$1" 2>/dev/null)" == "install ok installed" ]]
}

# Removes npm from the packages if another node is installed. Debian's npm depends on Debian's
# nodejs, so it would install a second node.
fft_drop_npm_beside_foreign_node() {
  local package
  for package in "$@"; do
    if [[ "$package" == npm ]] && command -v node >/dev/null && ! fft_installed nodejs; then
      fft_say "node at $(command -v node) comes without npm; not installing Debian's beside it"
      continue
    fi
    printf '%s\n' "$package"
  done
}

fft_apt_install() {
  "${fft_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 -qq \
    install -y --no-install-recommends "$@" >&2
}

fft_apt_update() {
  fft_say "running: ${fft_root[*]:+${fft_root[*]} }apt-get update"
  "${fft_root[@]}" apt-get -o DPkg::Lock::Timeout=120 -qq update >&2
}

# Sets fft_root to the words that make a command run as root; fails if there are none.
fft_become_root() {
  fft_root=()
  if [[ "$(id -u)" == 0 ]]; then return 0; fi
  if command -v sudo >/dev/null; then
    fft_root=(sudo)
    return 0
  fi
  return 1
}

fft_install_optional() {
  local package
  for package in "$@"; do
    fft_say "installing the optional Debian package $package"
    fft_apt_install "$package" ||
      fft_say "WARNING: $package could not be installed; what needs it is SKIPPED"
  done
}

fft_setup() {
  local role="$1" required optional
  if ! command -v dpkg-query >/dev/null; then
    fft_say "no dpkg here: provide the packages of third_party/debian-packages.txt by hand"
    return 0
  fi
  mapfile -t required < <(fft_missing "$role" required)
  mapfile -t optional < <(fft_missing "$role" optional)
  mapfile -t optional < <(fft_drop_npm_beside_foreign_node "${optional[@]}")
  if ((${#required[@]} + ${#optional[@]} == 0)); then return 0; fi

  if ! fft_become_root; then
    fft_say "missing Debian packages: ${required[*]} ${optional[*]}"
    fft_say "neither root nor sudo; run this as root, then try again:"
    printf '  apt-get update && apt-get install -y --no-install-recommends %s\n' \
      "$(echo "${required[@]}" "${optional[@]}")" >&2
    ((${#required[@]} == 0)) || return 1
    fft_say "WARNING: going on without the optional ${optional[*]}; what needs them is SKIPPED"
    return 0
  fi
  fft_apt_update || fft_say "WARNING: apt-get update failed; trying with the lists at hand"
  if ((${#required[@]})); then
    fft_say "installing these Debian packages: ${required[*]}"
    if ! fft_apt_install "${required[@]}"; then
      fft_say "could not install them; run: apt-get install -y ${required[*]}"
      return 1
    fi
  fi
  fft_install_optional "${optional[@]}"
}

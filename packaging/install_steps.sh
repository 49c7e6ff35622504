# Functions of ./install, which sources this file, for a built tree (packaging/make_tree.py). They
# need fft_say.
#
# The manifest lists, on a line each, what an installation made: files and links by path below the
# prefix, and folders that were not there before, with a slash at the end.

fft_steps_folder="$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
fft_manifest=share/fft/installed

# fft_make_folder PREFIX PATH: makes the folder PATH and the folders above it, and prints the new
# ones.
fft_make_folder() {
  local at="$1/$2" new=()
  while [[ ! -d "$at" && "$at" != "$1" ]]; do
    new=("${at#"$1"/}/" "${new[@]}")
    at="$(dirname "$at")"
  done
  mkdir -p "$1/$2"
  ((${#new[@]} == 0)) || printf '%s\n' "${new[@]}"
}

# fft_install_tree TREE PREFIX [AOT_TARGETS]: prepares all files beside the former installation, and
# only then removes the former installation.
fft_install_tree() {
  local tree="$1" prefix="$2" aot="${3:-}" staging path list prefix_is_new= prefix_was_ours=
  # Everybody may read the installed files, whatever the umask of the user who installs.
  umask 022
  [[ -d "$prefix" ]] || prefix_is_new=yes
  if ! mkdir -p "$prefix" 2>/dev/null || [[ ! -w "$prefix" ]]; then
    fft_say "$prefix cannot be written: run as root, or choose another --prefix"
    return 1
  fi
  prefix="$(cd "$prefix" && pwd)"
  staging="$(mktemp -d "$prefix/.fft-install.XXXXXX")"
  list="$staging/.list"
  if ! tar -x --no-same-owner -f "$tree" -C "$staging" || ! fft_build_kernels "$staging" "$aot" ||
    ! fft_build_shims "$staging"; then
    rm -rf "$staging"
    [[ -z "$prefix_is_new" ]] || rmdir "$prefix"
    return 1
  fi
  if [[ -e "$prefix/$fft_manifest" ]]; then
    if grep -qx './' "$prefix/$fft_manifest"; then prefix_was_ours=yes; fi
    fft_remove "$prefix"
  fi
  fft_place "$staging" "$prefix" "$list"
  [[ -z "$prefix_is_new$prefix_was_ours" ]] || echo "./" >>"$prefix/$fft_manifest"
  rm -rf "$staging"
  fft_refresh_loader "$prefix"
  fft_say "installed in $prefix; ./install --remove --prefix $(printf %q "$prefix") takes it away"
}

# fft_place STAGING PREFIX LIST: moves all files to the prefix and writes the manifest.
fft_place() {
  local staging="$1" prefix="$2" list="$3" path
  (cd "$staging" && find . \( -type f -o -type l \) ! -path ./.list -printf '%P\n' | sort) >"$list"
  fft_make_folder "$prefix" "$(dirname "$fft_manifest")" >"$staging/.list.made"
  {
    cat "$staging/.list.made"
    while read -r path; do
      fft_make_folder "$prefix" "$(dirname "$path")"
      mv -f "$staging/$path" "$prefix/$path"
      printf '%s\n' "$path"
    done <"$list"
    printf '%s\n' "$fft_manifest"
  } >"$staging/.manifest"
  mv -f "$staging/.manifest" "$prefix/$fft_manifest"
}

# fft_build_kernels ROOT TARGETS: compiles the system cache beside the library, and tells its size.
fft_build_kernels() {
  local root="$1" targets="$2" out="$1/lib/fft/fft_kernels.db" suites target
  [[ -n "$targets" ]] || return 0
  for target in ${targets//,/ }; do
    "$root/bin/fft" plan complex_forward_len_8_single_op --target "$target" >/dev/null || return 1
  done
  : >"$root/.kernels"
  for target in ${targets//,/ }; do
    suites=("$fft_steps_folder/../tests/suites/h200.tokens")
    if [[ "$target" == host ]]; then suites=("$fft_steps_folder/../tests/suites/host.tokens"); fi
    "${FFT_KERNEL_LIST:-$fft_steps_folder/kernel_list.py}" "$target" "${suites[@]}" >>"$root/.kernels" ||
      return 1
  done
  FFT_RTC_PROCESS_HELPER="$root/lib/fft/fft_rtc_helper" \
    "$root/bin/fft_aot_cache" --quiet --list "$root/.kernels" --out "$out" || return 1
  rm -f "$root/.kernels"
  fft_say "$(stat -c %s "$out") bytes of kernels for $targets in lib/fft/fft_kernels.db"
}

# fft_build_shims ROOT: compiles the shims for this machine's MPIs. The usual MPI's shim lies beside
# the library; the shims of Debian's two MPIs lie in folders of their names.
fft_build_shims() {
  local root="$1" compiler mpi out made=()
  for mpi in "" openmpi mpich; do
    compiler="mpicc${mpi:+.$mpi}"
    command -v "$compiler" >/dev/null || continue
    out="lib/fft/${mpi:+$mpi/}libfft_mpi.so"
    mkdir -p "$(dirname "$root/$out")"
    if ! "$compiler" -shared -fPIC -O2 -w "$root/share/fft/mpi/fft_mpi.c" -o "$root/$out" >&2; then
      fft_say "$compiler does not compile share/fft/mpi/fft_mpi.c; no $out"
      rm -f "$root/$out"
      rmdir --ignore-fail-on-non-empty "$(dirname "$root/$out")"
      continue
    fi
    made+=("$out")
  done
  if ((${#made[@]} > 0)); then
    fft_say "for transforms over MPI: ${made[*]}"
  else
    fft_say "no mpicc: for transforms over MPI compile share/fft/mpi/fft_mpi.c by it later"
  fi
}

# fft_remove PREFIX: removes the files that the manifest lists, then the listed folders that are
# empty.
fft_remove() {
  local prefix="$1" path
  if [[ ! -e "$prefix/$fft_manifest" ]]; then
    fft_say "nothing is installed in $prefix: no $fft_manifest"
    return 1
  fi
  local entries
  mapfile -t entries <"$prefix/$fft_manifest"
  for path in "${entries[@]}"; do
    case "$path" in
      '' | /* | *..*) fft_say "the manifest names $path; leaving it" ;;
      */) ;;
      *) rm -f "$prefix/$path" ;;
    esac
  done
  # Python compiled these files when the package was imported.
  rm -rf "$prefix/lib/python3/dist-packages/fft_scipy/__pycache__"
  printf '%s\n' "${entries[@]}" | grep '/$' | sort -r | while read -r path; do
    [[ "$path" == ./ ]] || rmdir --ignore-fail-on-non-empty "$prefix/$path" 2>/dev/null || true
  done
  if printf '%s\n' "${entries[@]}" | grep -qx './'; then
    rmdir --ignore-fail-on-non-empty "$prefix"
  fi
  fft_refresh_loader "$prefix"
  fft_say "removed from $prefix"
}

# The loader keeps a list of the libraries in its own folders.
fft_refresh_loader() {
  case "$1" in
    /usr | /usr/local) [[ "$(id -u)" != 0 ]] || /sbin/ldconfig ;;
  esac
}

# fft_write_deb TREE AOT_TARGETS FILE|yes
fft_write_deb() {
  local tree="$1" aot="$2" file="$3" staging version architecture depends
  architecture="$(dpkg --print-architecture)"
  staging="$(mktemp -d)"
  mkdir -p "$staging/usr" "$staging/DEBIAN"
  if ! tar -x --no-same-owner -f "$tree" -C "$staging/usr" ||
    ! fft_build_kernels "$staging/usr" "$aot" || ! fft_build_shims "$staging/usr"; then
    rm -rf "$staging"
    return 1
  fi
  version="$(sed -n 's/^Version: //p' "$staging/usr/lib/pkgconfig/fft.pc")"
  if [[ "$file" == yes ]]; then file="fft_${version}_$architecture.deb"; fi
  cp "$staging/usr/share/doc/fft/LICENSE" "$staging/usr/share/doc/fft/copyright"
  find "$staging/usr/share/man" -type f -exec gzip -9n {} +
  depends="$(fft_depends "$staging"/usr/lib/libfft.so "$staging"/usr/bin/* "$staging"/usr/lib/fft/fft_rtc_helper)"
  cat >"$staging/DEBIAN/control" <<CONTROL
Package: fft
Version: $version
Architecture: $architecture
Maintainer: the fft developers <root@localhost>
Section: libs
Priority: optional
Depends: $depends
Recommends: g++
Suggests: python3-scipy
Installed-Size: $(du -sk "$staging/usr" | cut -f1)
Description: fast Fourier transforms on GPUs and on the processor
 Libraries, headers, the command fft and the inspector. Plans transforms on AMD
 and NVIDIA GPUs and on the processor, compiles their kernels at run time and
 shows how they were planned.
CONTROL
  printf '#!/bin/sh\nrm -rf /usr/lib/python3/dist-packages/fft_scipy/__pycache__\n' >"$staging/DEBIAN/prerm"
  chmod 755 "$staging/DEBIAN/prerm"
  echo "activate-noawait ldconfig" >"$staging/DEBIAN/triggers"
  (cd "$staging" && find usr -type f -exec md5sum {} +) >"$staging/DEBIAN/md5sums"
  chmod -R go-w,a+rX "$staging"
  dpkg-deb --root-owner-group -Zxz -z2 --build "$staging" "$file" >/dev/null
  rm -rf "$staging"
  fft_say "wrote $file"
}

# fft_depends FILE...: the Debian packages of the shared libraries that the files need, glibc at least as
# new as the one here.
fft_depends() {
  local library found glibc
  glibc="$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)"
  for library in $(readelf -dW "$@" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-' | sort -u); do
    found="$(/sbin/ldconfig -p | sed -n "s|^\s*$library (libc6,x86-64.*=> ||p" | head -1)"
    if [[ -z "$found" ]]; then continue; fi
    found="$(readlink -f "$found")"
    { dpkg-query -S "$found" || dpkg-query -S "${found#/usr}"; } 2>/dev/null | head -1 | cut -d: -f1
  done | sort -u | sed "s/^libc6$/libc6 (>= $glibc)/" | paste -sd, | sed 's/,/, /g'
}

# find_package(fft) gives the targets fft::fft, the shared library, and fft::fft_static.
get_filename_component(_fft_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET fft::fft)
  add_library(fft::fft SHARED IMPORTED)
  set_target_properties(fft::fft PROPERTIES
    IMPORTED_LOCATION "${_fft_prefix}/lib/libfft.so.@VERSION@"
    IMPORTED_SONAME "libfft.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_fft_prefix}/include")

  add_library(fft::fft_static STATIC IMPORTED)
  set_target_properties(fft::fft_static PROPERTIES
    IMPORTED_LOCATION "${_fft_prefix}/lib/libfft.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES "C"
    INTERFACE_LINK_LIBRARIES "sqlite3;m"
    INTERFACE_INCLUDE_DIRECTORIES "${_fft_prefix}/include")
endif()

set(fft_VERSION "@VERSION@")
unset(_fft_prefix)

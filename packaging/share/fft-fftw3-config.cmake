# find_package(fft-fftw3) gives the targets fft::fftw3 and fft::fftw3f, FFTW's interface to fft in double and in
# single precision. They have FFTW's SONAMEs, so a program links either them or FFTW.
get_filename_component(_fft_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

foreach(_fft_name fftw3 fftw3f)
  if(NOT TARGET fft::${_fft_name})
    add_library(fft::${_fft_name} SHARED IMPORTED)
    set_target_properties(fft::${_fft_name} PROPERTIES
      IMPORTED_LOCATION "${_fft_prefix}/lib/fft/fftw/lib${_fft_name}.so.3"
      IMPORTED_SONAME "lib${_fft_name}.so.3"
      INTERFACE_INCLUDE_DIRECTORIES "${_fft_prefix}/include/fft/fftw")
  endif()
endforeach()

unset(_fft_name)
unset(_fft_prefix)

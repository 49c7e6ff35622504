! Both of FFTW's interfaces for Fortran: the module of Fortran 2003, and the older calls.
program fftw_from_fortran
  use, intrinsic :: iso_c_binding
  implicit none
  include 'fftw3.f03'
  complex(C_DOUBLE_COMPLEX) :: a(6, 4), b(6, 4)
  integer(8) :: old_plan
  type(C_PTR) :: plan
  a = 1
  plan = fftw_plan_dft_2d(4, 6, a, b, FFTW_FORWARD, FFTW_ESTIMATE)
  call fftw_execute_dft(plan, a, b)
  call fftw_destroy_plan(plan)
  call check(b)
  b = 0
  call dfftw_plan_dft_2d(old_plan, 6, 4, a, b, FFTW_FORWARD, FFTW_ESTIMATE)
  call dfftw_execute(old_plan)
  call dfftw_destroy_plan(old_plan)
  call check(b)
contains
  subroutine check(spectrum)
    complex(C_DOUBLE_COMPLEX), intent(in) :: spectrum(6, 4)
    if (abs(spectrum(1, 1) - 24) > 1e-12) error stop 'the sum is not 24'
    if (sum(abs(spectrum)) - 24 > 1e-12) error stop 'more than the sum'
  end subroutine check
end program fftw_from_fortran

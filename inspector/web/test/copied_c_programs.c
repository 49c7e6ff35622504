/* The C programs that the page copies, as functions. */
#define main CopiedC0
#include "inspector/web/test/copied/program0.c.inc"
#undef main
#define main CopiedC1
#include "inspector/web/test/copied/program1.c.inc"
#undef main
#define main CopiedC2
#include "inspector/web/test/copied/program2.c.inc"
#undef main
#define main CopiedC3
#include "inspector/web/test/copied/program3.c.inc"
#undef main
#define main CopiedC4
#include "inspector/web/test/copied/program4.c.inc"
#undef main
#define main CopiedC5
#include "inspector/web/test/copied/program5.c.inc"
#undef main
#define main CopiedC6
#include "inspector/web/test/copied/program6.c.inc"
#undef main
#define main CopiedC7
#include "inspector/web/test/copied/program7.c.inc"
#undef main
#define main CopiedC8
#include "inspector/web/test/copied/program8.c.inc"
#undef main
#define main CopiedC9
#include "inspector/web/test/copied/program9.c.inc"
#undef main

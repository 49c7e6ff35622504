#!/bin/bash
# Prints a line FAILING_CALL(symbol, kind) for each entry point that sources use.
#
#   list_calls.sh PATTERN SOURCE...    PATTERN matches the name and what stands around it
pattern=$1
shift
grep -ohE "$pattern" "$@" | tr -d '"(' | sort -u | while read -r symbol; do
  case $symbol in
    *[Ee]rror*[Ss]tring | *ErrorName | *CtxSetCurrent | *CtxPopCurrent*) kind=kPassed ;;
    MPI_Finalize*) kind=kPassed ;;
    MPI_Test*) kind=kPolls ;;
    *GroupEnd) kind=kEnds ;;
    *Destroy* | *Free* | *_free | *Unload* | *Release* | *Abort) kind=kReleases ;;
    *Create* | *Alloc* | *Malloc* | *Retain* | *LoadData* | *CommInitRank | *_idup) kind=kMakes ;;
    *) kind=kCounted ;;
  esac
  echo "FAILING_CALL($symbol, $kind)"
done

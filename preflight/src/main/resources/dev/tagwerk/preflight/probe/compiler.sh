
# ---- compilers: what they are good for is tried, not believed -------------------------------------------

# NAME COMPILER...: the first of them that is there compiles, links, runs and loads
probe_compiler() {
  begin "$1"
  compiler_kind=$1
  shift
  compiler=
  for candidate; do
    [ -n "$candidate" ] && have "${candidate%% *}" && compiler=$candidate && break
  done
  if [ -z "$compiler" ]; then
    fact error "no compiler: none of $(trimmed "$*" && printf '%s' "$trimmed") is on the PATH"
    finish false
    return 0
  fi
  fact compiler "$compiler"
  fact path "$(command -v "${compiler%% *}")"
  # a variable such as CC may hold options
  set -f
  # shellcheck disable=SC2086 # into words
  set -- $compiler
  set +f
  if capture 10 "$@" --version; then
    next_line "$output"
    fact version "$first"
  fi
  if [ -z "$scratch" ]; then
    fact error "no directory to compile in"
    finish false
    return 0
  fi
  if [ "$compiler_kind" = cc ]; then suffix=c; else suffix=cc; fi
  compiler_text >"$scratch/shared.$suffix"
  compiler_main >"$scratch/main.$suffix"
  compiler_ok=true
  capture 40 "$@" -O1 "$scratch/main.$suffix" -o "$scratch/main-$compiler_kind"
  said
  flag compiles "$answer"
  if [ "$answer" = false ]; then
    fact error "$output"
    compiler_ok=false
  elif [ "$scratch_runs" = true ]; then
    capture 10 "$scratch/main-$compiler_kind"
    [ "$status" -eq 42 ]
    said
    flag runs "$answer"
    [ "$answer" = true ] || compiler_ok=false
  else
    fact runs "not tried: programs may not be started in $scratch"
  fi
  capture 40 "$@" -O1 -fPIC -shared "$scratch/shared.$suffix" -o "$scratch/shared-$compiler_kind.so"
  said
  flag links_shared "$answer"
  if [ "$answer" = true ]; then
    compiler_load "$@"
    flag loads "$answer"
    fact loaded_by "$loaded_by"
  fi
  if [ "$answer" = false ]; then
    fact error "$output"
    compiler_ok=false
  fi
  if [ "$compiler_kind" = cc ] && [ -n "$python" ]; then
    # what Triton compiles at its first start includes it
    python_include=$(limited 10 "$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])' | first_bytes)
    next_line "$python_include"
    [ -r "$first/Python.h" ]
    said
    flag python_header "$answer"
  fi
  finish "$compiler_ok"
}

compiler_text() {
  if [ "$compiler_kind" = cc ]; then
    printf '#include <stdlib.h>\n#include <string.h>\nint tagwerk_probe(void) { return (int) strlen("forty-two") * 4 + 6; }\n'
  else
    printf '#include <string>\n#include <vector>\nextern "C" int tagwerk_probe() { std::vector<std::string> v(42, std::string("x")); return (int) v.size(); }\n'
  fi
}

compiler_main() {
  compiler_text
  printf 'int main(void) { return tagwerk_probe(); }\n' | if [ "$compiler_kind" = cc ]; then cat; else sed 's/(void)/()/'; fi
}

# -> $answer, $loaded_by: a program that opens the object, or python
compiler_load() {
  loaded_by=
  if [ "$scratch_runs" = true ]; then
    {
      printf '#include <dlfcn.h>\n'
      printf 'int main(int n, char **a) { void *o = dlopen(a[1], RTLD_NOW); if (!o) return 1;\n'
      printf 'int (*f)() = (int (*)()) dlsym(o, "tagwerk_probe"); return f ? f() : 2; }\n'
    } >"$scratch/load.$suffix"
    if capture 40 "$@" "$scratch/load.$suffix" -o "$scratch/load-$compiler_kind" -ldl ||
      capture 40 "$@" "$scratch/load.$suffix" -o "$scratch/load-$compiler_kind"; then
      loaded_by=dlopen
      capture 10 "$scratch/load-$compiler_kind" "$scratch/shared-$compiler_kind.so"
      [ "$status" -eq 42 ]
      said
      return 0
    fi
  fi
  answer=unknown
  if [ -n "$python" ]; then
    loaded_by=ctypes
    capture 20 "$python" -c 'import ctypes, sys; sys.exit(ctypes.CDLL(sys.argv[1]).tagwerk_probe())' \
      "$scratch/shared-$compiler_kind.so"
    [ "$status" -eq 42 ]
    said
  fi
}

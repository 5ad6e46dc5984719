"""The functions of c/playouts.h, for cffi to compile; `make playouts` builds the wheel."""

from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
HEADER = HERE / "c" / "playouts.h"

ffi = FFI()
# A header for people and compilers is one for cffi without what is for the preprocessor.
ffi.cdef("\n".join(line for line in HEADER.read_text().splitlines() if not line.startswith("#")))
ffi.set_source(
    "tideapi_playouts._compiled",
    '#include "playouts.c"',
    include_dirs=[str(HEADER.parent)],
    # Else what was compiled before is taken again.
    depends=[str(one) for one in sorted(HEADER.parent.iterdir())],
    extra_compile_args=["-O3"],
    libraries=["m"],
)

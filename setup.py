"""The extensions: every kernel once, and on x86-64 twice, from one source.

``BITDECK_DEBUG=1`` at build time switches bounds checks on and optimisation down.
"""

import multiprocessing
import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PACKAGE = Path("src/bitdeck")
KERNELS = PACKAGE / "kernels"
DEBUG = os.environ.get("BITDECK_DEBUG", "") not in ("", "0")
X86_64 = platform.machine().lower() in ("x86_64", "amd64") and sys.maxsize > 2**32
MSVC = sys.platform == "win32"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "cdivision": True,
    "embedsignature": False,
    "autotestdict": False,
    "emit_code_comments": DEBUG,
}


def flags(level: int | None) -> list[str]:
    """Compiler flags; `level` is the x86-64 level, None for whatever every machine of the platform runs."""
    if MSVC:
        return ["/O2", "/fp:precise"] + (["/arch:AVX2", "/DBITDECK_V3"] if level == 3 else [])
    base = ["-O1", "-g"] if DEBUG else ["-O3", "-g0"]
    return [*base, "-ffp-contract=off", "-fno-math-errno"] + ([f"-march=x86-64-v{level}"] if level else [])


def extension(source: Path, level: int | None) -> Extension:
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    depends = [str(p) for p in sorted(KERNELS.glob("*.px[di]")) + sorted(KERNELS.glob("*.h"))]
    plain = source.with_name(source.name.replace("_v3.pyx", ".pyx"))
    return Extension(
        name,
        [str(source)],
        include_dirs=[str(KERNELS)],
        extra_compile_args=flags(level),
        depends=[*depends, str(plain)],
    )


def extensions() -> list[Extension]:
    plain = sorted(p for p in KERNELS.glob("*.pyx") if not p.stem.endswith("_v3"))
    built = [extension(PACKAGE / "_cpu.pyx", None)]
    built += [extension(p, 2 if X86_64 else None) for p in plain]
    if X86_64:
        built += [extension(p.with_name(f"{p.stem}_v3.pyx"), 3) for p in plain]
    return built


class CythonBuild(build_ext):
    """Runs Cython when extensions are built, and only then: metadata and sdists do without."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count() or 1

    def run(self) -> None:
        workers = (os.cpu_count() or 1) if multiprocessing.get_start_method() == "fork" else 0
        compiled = cythonize(
            [Extension(e.name, e.sources, include_dirs=e.include_dirs, depends=e.depends) for e in self.extensions],
            build_dir="build/cython",
            compiler_directives=DIRECTIVES,
            include_path=["src"],
            nthreads=workers,
        )
        sources = {extension.name: extension.sources for extension in compiled}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        super().run()


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": CythonBuild},
)

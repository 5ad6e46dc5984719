"""The C extension to compile, which pyproject.toml cannot name."""

from setuptools import setup

setup(cffi_modules=["interface.py:ffi"])

"""What pyproject.toml cannot say: that there is something to compile."""

from setuptools import setup

setup(cffi_modules=["interface.py:ffi"])

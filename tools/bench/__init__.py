"""Measurements that anybody can repeat. None of them is part of the tests."""

"""The server behind the setter's desk: named operations for other programs, the worker processes
that answer them, and the server for browsers, editors and API clients.
"""

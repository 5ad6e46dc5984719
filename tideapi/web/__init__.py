"""What stands between the network and the calls, so that slow clients cost no thread.

application.py  the ASGI application: how a request becomes a call, a long poll or a stream
body.py         the body of a call, read before a thread is taken
calling.py      one call made by WSGI, its answer collected whole
files.py        one copy of each static file for all who ask
line.py         who is next when all threads are taken
callers.py      to whom a call counts in that line
headers.py      the security headers of every answer
sending.py      an answer sent piece by piece, as fast as the client takes it
sockets.py      how many connections a process may hold, and when the kernel ends one
"""

"""What stands between the network and the calls: whoever sends slowly or takes nothing costs no thread.

application.py  the ASGI application: what becomes of a call
body.py         a call's body, read before a thread is taken
calling.py      a call made by WSGI, its answer collected whole
files.py        one copy of each static file for all who ask
line.py         who is next, when all threads are taken
callers.py      whose place in that line a call takes
sending.py      an answer sent piece by piece, to whoever takes it
sockets.py      how many connections, and how long a deaf one stays
"""

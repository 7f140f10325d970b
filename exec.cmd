@rem The scripts of package.json begin with exec, so that a signal to npm reaches node and not a
@rem shell. For cmd.exe, which has no exec, this is it.
@%*

# WebAssembly knows no working directory: Python begins in the one that the machine has, with the arguments as they were.
def start():
    import os
    import sys
    here = os.environ.pop("ORRERY_DIR")
    os.chdir(here)
    script = os.environ.pop("ORRERY_SCRIPT", None)
    if script is not None:
        sys.argv[0] = script
    boot = os.path.dirname(__file__)
    if boot in sys.path:
        sys.path.remove(boot)
    path = os.environ.pop("ORRERY_PYTHONPATH", None)
    if path is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = path


start()
del start

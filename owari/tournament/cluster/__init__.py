"""A tournament on the machines of a cluster of dask.distributed.

    the command       scheduler       worker of dask
    RemotePlaces  ----------------->  worker_tasks  ----->  agent  ----->  slots as everywhere

The one referee process plans and stores the games. Each worker of dask has an agent, a process that
owns the slots there, so that nothing of the worker's own is touched and all ends with it.
"""

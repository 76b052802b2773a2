"""Serves the four servers of OpenStack Swift from one process, or sets the quota of a bucket.

object-store.py serve <folder> <ports of account, container, object and proxy>
object-store.py limit <folder> <bucket> <bytes, or nothing to lift the quota>
"""
import sys

from swift.common import storage_policy, utils

COMMAND, FOLDER, *REST = sys.argv[1:]
# Swift gives this name to the account of the user in the settings that `object-store.ts` writes.
ACCOUNT = 'AUTH_shop'


def serve():
    utils.eventlet_monkey_patch()
    import eventlet
    import eventlet.wsgi
    from eventlet import tpool
    from swift.common.wsgi import SwiftHttpProtocol, loadapp

    for name, port in zip(['account', 'container', 'object', 'proxy'], REST):
        app = loadapp('%s/%s.conf' % (FOLDER, name))
        socket = eventlet.listen(('127.0.0.1', int(port)))
        eventlet.spawn_n(eventlet.wsgi.server, socket, app, protocol=SwiftHttpProtocol, log_output=False)
    print('ready', flush=True)
    # The program that started this one holds the other end of the standard input. If that program ends, also by a kill,
    # the input ends, and so does this program.
    while tpool.execute(sys.stdin.read, 1):
        pass


def limit(bucket, size):
    from swift.common.direct_client import direct_put_container
    from swift.common.ring import Ring

    part, nodes = Ring(FOLDER, ring_name='container').get_nodes(ACCOUNT, bucket)
    headers = {'X-Container-Meta-Quota-Bytes': size, 'X-Timestamp': utils.Timestamp.now().internal}
    direct_put_container(nodes[0], part, ACCOUNT, bucket, headers=headers)


# Reads the settings in the folder in place of those of a Swift that is installed on the machine.
utils.set_swift_dir(FOLDER)
storage_policy.reload_storage_policies()
if COMMAND == 'serve':
    serve()
else:
    limit(*REST)

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import type { ClusterPlace } from './cluster-directory.js';
import { lastMeaningfulLines } from './failure.js';
import { freePort } from './free-port.js';
import { findPostmaster, type Postmaster } from './postmaster-file.js';
import { ServerLog } from './server-log.js';
import { serverProcessOptions } from './server-process.js';
import { stopPostmaster } from './stop-postmaster.js';

/** Something is in the way that passes: the port was taken, or leftovers of a killed server are still around. */
export class LaunchCollision extends Error {
  override readonly name = 'LaunchCollision';
}

// Long, since replaying the log after a crash may take a while, and giving up would only begin it anew.
const readyTimeoutMs = 300_000;
const pollIntervalMs = 20;
const passing =
  /Address already in use|could not create any TCP\/IP sockets|lock file "postmaster\.pid"|pre-existing shared memory block/;

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  'logging_collector=off',
  'log_checkpoints=off',
  // Otherwise four more processes wait for what does not come: reads of tables larger than memory, and replication.
  'io_method=sync',
  'max_logical_replication_workers=0',
  // Room for what only transactions of the level SERIALIZABLE need; there are none.
  'max_pred_locks_per_transaction=10',
];

/**
 * Starts the server as a child of ours in a session of its own, rather than through pg_ctl: its end is then noticed
 * and reaped at once, while neither Ctrl-C nor our own death takes it along.
 */
export async function launchPostmaster(
  place: ClusterPlace,
  binaries: Binaries,
  { preferredPort, signal }: { preferredPort?: number | undefined; signal?: AbortSignal | undefined },
): Promise<Postmaster> {
  const port = await freePort(preferredPort);
  const log = new ServerLog(place.directory, place.user);
  try {
    const child = spawn(
      binaries.postgres,
      ['-D', place.directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      {
        ...serverProcessOptions(place.user),
        detached: true,
        stdio: ['ignore', log.descriptor, log.descriptor],
      },
    );
    child.unref();
    return await untilReady(child, place.directory, log, signal);
  } finally {
    log.close();
  }
}

async function untilReady(
  child: ChildProcess,
  clusterDir: string,
  log: ServerLog,
  signal: AbortSignal | undefined,
): Promise<Postmaster> {
  const end: { reason?: string } = {};
  child.once('error', (error) => (end.reason = error.message));
  child.once('exit', (code, signal) => (end.reason = signal ?? `exit code ${code}`));
  const deadline = Date.now() + readyTimeoutMs;
  while (end.reason === undefined && Date.now() < deadline) {
    if (signal?.aborted) break;
    const postmaster = findPostmaster(clusterDir);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return postmaster;
    await delay(pollIntervalMs);
  }
  if (end.reason === undefined && child.pid !== undefined) {
    await stopPostmaster(child.pid, clusterDir);
    signal?.throwIfAborted();
    end.reason = `not ready after ${readyTimeoutMs / 1000} s`;
  }
  const output = log.read();
  const message = `PostgreSQL did not start (${end.reason}):\n${lastMeaningfulLines(output)}`;
  throw passing.test(output) ? new LaunchCollision(message) : new Error(message);
}

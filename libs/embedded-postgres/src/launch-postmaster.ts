import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import type { ClusterLocation } from './cluster-directory.js';
import { lastMeaningfulLines } from './failure.js';
import { findFreePort } from './free-port.js';
import { findPostmaster, type Postmaster } from './postmaster-file.js';
import { ServerLog } from './server-log.js';
import { serverProcessOptions } from './server-process.js';
import { stopPostmaster } from './stop-postmaster.js';

/** A temporary obstacle: the port is in use, or leftovers of a killed server still exist. */
export class LaunchCollision extends Error {
  override readonly name = 'LaunchCollision';
}

// Replaying the log after a crash can take long, and would start again after a timeout.
const readyTimeoutMs = 300_000;
const pollIntervalMs = 20;
const temporaryFailures =
  /Address already in use|could not create any TCP\/IP sockets|lock file "postmaster\.pid"|pre-existing shared memory block/;

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  'logging_collector=off',
  'log_checkpoints=off',
  // Saves four processes, for asynchronous reads and for replication, which are not needed.
  'io_method=sync',
  'max_logical_replication_workers=0',
  // Saves memory: only SERIALIZABLE transactions need predicate locks, and there are none.
  'max_pred_locks_per_transaction=10',
];

/**
 * Starts the server as a child process in its own session, not with pg_ctl. So its end is noticed and reaped immediately,
 * and neither Ctrl-C nor the end of this process ends it.
 */
export async function launchPostmaster(
  location: ClusterLocation,
  binaries: Binaries,
  { preferredPort, signal }: { preferredPort?: number | undefined; signal?: AbortSignal | undefined },
): Promise<Postmaster> {
  const port = await findFreePort(preferredPort);
  const log = new ServerLog(location.directory, location.user);
  try {
    const child = spawn(
      binaries.postgres,
      ['-D', location.directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      {
        ...serverProcessOptions(location.user),
        detached: true,
        stdio: ['ignore', log.descriptor, log.descriptor],
      },
    );
    child.unref();
    return await waitUntilReady(child, location.directory, log, signal);
  } finally {
    log.close();
  }
}

async function waitUntilReady(
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
  throw temporaryFailures.test(output) ? new LaunchCollision(message) : new Error(message);
}

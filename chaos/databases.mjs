import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { eventually } from './eventually.mjs';

const TIMEOUT_MS = 20_000;

/** A server that can be killed and restarts itself after a delay. */
class KillableServer {
  ownEnds = [];
  failedStarts = [];
  #restart;

  /** Ends it with the signal, and restarts it after the delay. */
  kill(restartInMs, signal = 'SIGKILL') {
    this.#restart = this.#killAndRestart(restartInMs, signal).catch((error) => {
      this.ownEnds.push(`${this.name} did not come back: ${error.message}`);
    });
  }

  /** Resolves when it has restarted after its last kill. */
  async settled() {
    await this.#restart;
  }

  async #killAndRestart(restartInMs, signal) {
    this.isRunning = false;
    await this.end(signal);
    await sleep(restartInMs);
    await this.begin();
    this.isRunning = true;
  }
}

/** The private Postgres. A restart keeps its data and its port. */
export class PostgresServer extends KillableServer {
  name = 'postgres';
  isRunning = false;
  #server;

  constructor(dataDir) {
    super();
    this.dataDir = dataDir;
  }

  get url() {
    return this.#server.url;
  }

  /** For a superuser, who can see and end all sessions. */
  get administratorUrl() {
    return this.#server.administratorUrl;
  }

  get pid() {
    return this.#server?.pid;
  }

  async begin() {
    const preferredPort = this.#server && Number(new URL(this.url).port);
    const formerUrl = this.#server?.url;
    this.#server = await startEmbeddedPostgres({ dataDir: this.dataDir, preferredPort });
    if (formerUrl !== undefined && formerUrl !== this.url) throw new Error('Postgres has lost its port.');
    this.isRunning = true;
  }

  async end(signal) {
    const { pid } = this.#server;
    process.kill(pid, signal);
    await eventually(() => !isAlive(pid), TIMEOUT_MS);
  }

  async stop() {
    await this.settled();
    await this.#server?.stop();
  }
}

/** A Redis without persistence: a restart empties it. */
export class RedisServer extends KillableServer {
  name = 'redis';
  isRunning = false;
  #process;

  constructor(port) {
    super();
    this.port = port;
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid() {
    return this.#process?.pid;
  }

  async begin() {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#process = spawn('redis-server', options, { stdio: 'ignore' });
    if (!(await eventually(() => isListening(this.port), TIMEOUT_MS)))
      throw new Error('Redis does not start.');
    this.isRunning = true;
  }

  async end(signal = 'SIGKILL') {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill(signal);
    await ended;
  }

  async stop() {
    await this.settled();
    if (this.isRunning) await this.end();
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function isListening(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

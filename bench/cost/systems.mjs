/** The measured systems and their upstream, each in its own processes. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../gateway.mjs';
import { onMeasuredCore, onOtherCore } from './cores.mjs';
import { readCpuSeconds, readMemoryKilobytes } from './process-tree.mjs';

const TOKEN = 'sk-mg-bench-0123456789abcdef';
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
const running = new Set();

/** The running systems. */
export async function stopAll() {
  await Promise.all([...running].map((system) => system.stop()));
}

export async function startUpstream() {
  return startForked(onOtherCore([process.execPath, locate('../upstream.mjs')]));
}

/** `steps` are those of a gateway that it does as well. */
export async function startBareProxy(upstreamPort, steps = []) {
  const command = [process.execPath, locate('./bare-proxy.mjs'), String(upstreamPort), TOKEN, ...steps];
  const system = await startForked(onMeasuredCore(command));
  return Object.assign(system, {
    buildTarget: ({ mode, format = 'chat' }) => ({
      path: (mode === undefined ? '' : `/${mode}`) + PATHS[format],
      headers: { Authorization: `Bearer ${TOKEN}` },
    }),
  });
}

/**
 * Starts supervisor, API, worker and the embedded database, like `npm start`. `config` is the config file,
 * `environment` is added to the default one, and `fill` can write to the data folder first.
 */
export async function startGateway({ config, environment = {}, fill }) {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-bench-'));
  // The database runs as another user, which must be able to read its files.
  chmodSync(folder, 0o755);
  const configFile = join(folder, 'modelgate.json');
  writeFileSync(configFile, JSON.stringify(config));
  const dataDir = join(folder, 'data');
  await fill?.(dataDir);
  const port = await freePort();
  const system = startSpawned(onMeasuredCore([process.execPath, locate('../../scripts/start.mjs')]), {
    port,
    logFile: join(folder, 'bench.log'),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      MODELGATE_CONFIG: configFile,
      MODELGATE_DATA_DIR: dataDir,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
      MODELGATE_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
      ...environment,
    },
    afterStop: () => rmSync(folder, { recursive: true, force: true }),
  });
  await untilAnswers(system, '/readyz');
  return Object.assign(system, {
    putsOff: true,
    buildTarget: ({ format = 'chat', token = TOKEN }) => ({
      path: PATHS[format],
      headers: { Authorization: `Bearer ${token}` },
    }),
  });
}

/** Undefined if this machine has no Redis. Its cost does not count, because it is a separate service. */
export async function startRedis() {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const system = startSpawned(onOtherCore(['redis-server', ...options]), { port });
  await sleep(500);
  return system.hasEnded() ? undefined : Object.assign(system, { url: `redis://127.0.0.1:${port}` });
}

export const PATHS = { chat: '/v1/chat/completions', messages: '/v1/messages' };

/** Starts a program that sends its port in a message. */
async function startForked(command) {
  const system = startSpawned(command, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ port }] = await once(system.child, 'message');
  return Object.assign(system, { port });
}

export function startSpawned([command, ...options], { port, env, cwd, logFile, stdio, afterStop }) {
  const log = logFile === undefined ? 'ignore' : openSync(logFile, 'a');
  const child = spawn(command, options, { env, cwd, stdio: stdio ?? ['ignore', log, log] });
  if (logFile !== undefined) closeSync(log);
  const ended = once(child, 'exit');
  const system = {
    child,
    port,
    logFile,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    readCpuSeconds: () => readCpuSeconds(child.pid),
    readMemoryKilobytes: () => readMemoryKilobytes(child.pid),
    stop: async () => {
      running.delete(system);
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
      afterStop?.();
    },
  };
  running.add(system);
  return system;
}

export async function untilAnswers(system, path) {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline && !system.hasEnded()) {
    const answer = await fetch(`http://127.0.0.1:${system.port}${path}`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`It did not start: ${readFileSync(system.logFile, 'utf8').slice(-2_000)}`);
}

function locate(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

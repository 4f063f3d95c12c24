import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, platform, tmpdir } from 'node:os';
import { join } from 'node:path';

const TOKEN = 'sk-mg-bench-0123456789abcdef';
const TICKS_PER_SECOND = 100;

/** Starts the built API in its own process with its own database. Tokens and formats of the upstream can be added. */
export async function startGateway(upstreamPort, { tokens = [], formats, execArgv = [] } = {}) {
  const { startEmbeddedPostgres } = await import('../dist/libs/embedded-postgres/src/index.js');
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-bench-'));
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
  const config = join(folder, 'modelgate.json');
  const baseUrl = `http://127.0.0.1:${upstreamPort}/v1`;
  const channel = {
    name: 'bench',
    provider: 'openai-compatible',
    baseUrl,
    apiKey: 'k',
    models: ['bench'],
    formats,
  };
  const allTokens = [{ name: 'bench', key: TOKEN }, ...tokens];
  writeFileSync(config, JSON.stringify({ channels: [channel], tokens: allTokens }));
  const port = await freePort();
  const child = fork(new URL('../dist/apps/api/src/main.js', import.meta.url), {
    ...onCore(GATEWAY_CORE, [
      '--no-warnings',
      '--max-semi-space-size=32',
      '--no-allocation-site-pretenuring',
      ...execArgv,
    ]),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: database.url,
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
      MODELGATE_CONFIG: config,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    },
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the API ended with code ${code}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid,
    headers: { authorization: `Bearer ${TOKEN}` },
    cpuSeconds: () => getCpuSeconds(child.pid),
    residentMegabytes: () => getResidentMegabytes(child.pid),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.removeAllListeners('exit').once('exit', () => undefined);
      child.kill('SIGTERM');
      await Promise.race([ended, new Promise((resolve) => child.once('exit', resolve))]);
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Read before this process leaves the core of the gateway, because the number of its cores is then lower. */
const CORES = availableParallelism();
/** With two cores, the measured process has one of them alone. */
const GATEWAY_CORE = 1;

/** Options for fork. */
export function onCore(core, execArgv = []) {
  if (CORES < 2 || platform() !== 'linux') return { execArgv };
  return { execPath: 'taskset', execArgv: ['--cpu-list', String(core), process.execPath, ...execArgv] };
}

/** User and system time; undefined if the kernel does not provide it. */
export function getCpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

export function getResidentMegabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

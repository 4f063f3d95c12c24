/** The built API and an upstream that always responds, each in its own process. */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#embedded-postgres';
import { freePort } from '../chaos/databases.mjs';

const API = new URL('../dist/apps/api/src/main.js', import.meta.url);
const MEMORY_AT_REST = new URL('./memory-at-rest.mjs', import.meta.url);
const STOP_MS = 20_000;

export const TOKEN = 'sk-mg-fuzz-0123456789abcdef';
export const ADMIN = { email: 'admin@localhost', password: randomBytes(12).toString('hex') };

const SANDBOX = [
  'chat',
  'embedding',
  'image',
  'speech',
  'transcribe',
  'rerank',
  'moderation',
  'video',
  'realtime',
];

export class FuzzedGateway {
  folder = mkdtempSync(join(tmpdir(), 'modelgate-fuzz-'));
  /** Set if the API ends without being stopped. */
  end;
  #api;
  #upstream;
  #database;
  #isStopping = false;

  async start() {
    chmodSync(this.folder, 0o755);
    this.#upstream = fork(new URL('./upstream.mjs', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port: upstreamPort }] = await once(this.#upstream, 'message');
    this.upstream = `http://127.0.0.1:${upstreamPort}`;
    this.#database = await startEmbeddedPostgres({ dataDir: join(this.folder, 'database') });
    await this.#startApi(await freePort());
  }

  get pid() {
    return this.#api.pid;
  }

  get residentMegabytes() {
    if (this.end !== undefined || !existsSync(`/proc/${this.pid}/status`)) return 0;
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  }

  /** The used memory without requests and after a garbage collection. */
  async memoryAtRest() {
    const answered = once(this.#api, 'message');
    this.#api.send('measure memory');
    const [memory] = await answered;
    return memory;
  }

  async stop() {
    this.#isStopping = true;
    if (this.#api !== undefined && this.end === undefined) await endProcess(this.#api);
    await this.#database?.stop();
    if (this.#upstream !== undefined) await endProcess(this.#upstream, 'SIGKILL');
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #startApi(port) {
    const config = join(this.folder, 'modelgate.json');
    writeFileSync(config, JSON.stringify(configFor(this.upstream)));
    const log = openSync(join(this.folder, 'api.log'), 'a');
    this.origin = `http://127.0.0.1:${port}`;
    this.#api = fork(API, {
      execArgv: ['--no-warnings', '--expose-gc', '--import', MEMORY_AT_REST.href],
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATABASE_URL: this.#database.url,
        MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
        MODELGATE_CONFIG: config,
        MODELGATE_DATA_DIR: join(this.folder, 'data'),
        MODELGATE_ADMIN_EMAIL: ADMIN.email,
        MODELGATE_ADMIN_PASSWORD: ADMIN.password,
        // Links lead to the upstream.
        MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      },
    });
    closeSync(log);
    this.#api.once('exit', (code, signal) => {
      if (!this.#isStopping) this.end = signal ?? `code ${code}`;
    });
    const ended = once(this.#api, 'exit').then(() => {
      throw new Error(`the API did not start: see ${this.folder}/api.log`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(this.#api, 'message'), ended]);
  }
}

async function endProcess(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(killer);
}

const channel = (provider, baseUrl, models) => ({ name: provider, provider, baseUrl, apiKey: 'k', models });

function configFor(origin) {
  return {
    channels: [
      channel('openai-compatible', `${origin}/v1`, ['chat']),
      channel('openai', `${origin}/v1`, [
        'gpt',
        'embedding',
        'image',
        'speech',
        'transcribe',
        'moderation',
        'video',
      ]),
      channel('anthropic', origin, ['claude']),
      channel('gemini', origin, ['gemini', 'gemini-embedding']),
      channel('jina', `${origin}/v1`, ['jina']),
      channel('cohere', origin, ['cohere']),
      { name: 'sandbox', provider: 'sandbox', models: SANDBOX.map((name) => `sandbox-${name}`) },
    ],
    tokens: [{ name: 'fuzz', key: TOKEN }],
    realtime: { transcribeModel: 'transcribe', speechModel: 'sandbox-speech', voice: 'alloy' },
  };
}

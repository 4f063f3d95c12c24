import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres';
import { TEST_TOKEN, eventually } from '../harness/index.js';
import { makeDataFolder, removeFolder } from './running-modelgate.js';
import { findFreePort } from '../small-server/index.js';

const API = fileURLToPath(new URL('../../dist/apps/api/src/main.js', import.meta.url));
const REQUESTS = 300;
const AT_ONCE = 20;
const HEADERS = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };

interface CreatedResponse {
  id: string;
  store: boolean;
}

/** One API process with its own database server; both can be stopped and started. */
class Installation {
  origin = '';
  private readonly folder = makeDataFolder();
  private readonly environment: Record<string, string>;
  private database: EmbeddedPostgres | undefined;
  private api: ChildProcess | undefined;
  private databasePort: number | undefined;

  constructor() {
    chmodSync(this.folder, 0o755);
    const config = join(this.folder, 'modelgate.json');
    writeFileSync(config, JSON.stringify({ sandbox: true, tokens: [{ name: 'test', key: TEST_TOKEN }] }));
    this.environment = {
      PATH: process.env['PATH'] ?? '',
      MODELGATE_CONFIG: config,
      MODELGATE_DATA_DIR: join(this.folder, 'data'),
      MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
      MODELGATE_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    };
  }

  get spooled(): number {
    const folder = join(this.folder, 'data', 'responses');
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.response')).length : 0;
  }

  async startDatabase(): Promise<void> {
    this.database = await startEmbeddedPostgres({
      dataDir: join(this.folder, 'database'),
      preferredPort: this.databasePort,
    });
    this.databasePort = Number(new URL(this.database.url).port);
  }

  async stopDatabase(): Promise<void> {
    await this.database?.stop();
    this.database = undefined;
  }

  async startApi(): Promise<void> {
    const port = await findFreePort();
    this.origin = `http://127.0.0.1:${port}`;
    this.api = fork(API, {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...this.environment, PORT: String(port), DATABASE_URL: this.database?.url ?? '' },
    });
    await once(this.api, 'message');
  }

  async killApi(): Promise<void> {
    if (this.api === undefined || this.api.exitCode !== null || this.api.signalCode !== null) return;
    const ended = once(this.api, 'exit');
    this.api.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.killApi();
    await this.stopDatabase();
    removeFolder(this.folder);
  }

  async create(input: string, stream: boolean): Promise<CreatedResponse> {
    const response = await fetch(`${this.origin}/v1/responses`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ model: 'sandbox-chat', input, stream }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    return (stream ? finalResponse(text) : JSON.parse(text)) as CreatedResponse;
  }

  read(id: string): Promise<Response> {
    return fetch(`${this.origin}/v1/responses/${id}`, { headers: HEADERS });
  }

  /** The ids that cannot be read although they were reported as stored. */
  async findLost(made: readonly CreatedResponse[]): Promise<string[]> {
    const lost: string[] = [];
    for (const { id, store } of made) {
      const { status } = await this.read(id);
      if (store && status !== 200) lost.push(`${id}: ${status}`);
    }
    return lost;
  }
}

function finalResponse(events: string): unknown {
  const data = /^event: response\.completed\ndata: (.*)$/m.exec(events)?.[1] ?? '{}';
  return (JSON.parse(data) as { response?: unknown }).response;
}

describe('stored responses, while Postgres is stopped and started and the API killed', () => {
  const installation = new Installation();

  beforeAll(async () => {
    await installation.startDatabase();
    await installation.startApi();
  });

  afterAll(() => installation.remove(), 30_000);

  /** Creates all with limited concurrency; `meanwhile` receives the number so far. */
  async function createAll(meanwhile: (count: number) => Promise<void>): Promise<CreatedResponse[]> {
    const made: CreatedResponse[] = [];
    let begun = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (begun < REQUESTS) {
          const number = (begun += 1);
          made.push(await installation.create(`Number ${number}.`, number % 2 === 0));
          await meanwhile(made.length);
        }
      }),
    );
    return made;
  }

  it('can all be read if they were reported as stored', async () => {
    let stopping: Promise<void> | undefined;
    let starting: Promise<void> | undefined;
    const made = await createAll(async (count) => {
      if (count > REQUESTS / 3) stopping ??= installation.stopDatabase();
      if (count > (2 * REQUESTS) / 3) starting ??= stopping?.then(() => installation.startDatabase());
      // The last third is created while the database starts, and afterwards.
      if (count > REQUESTS - AT_ONCE) await starting;
    });
    expect(made).toHaveLength(REQUESTS);
    expect(made.filter(({ store }) => !store)).toEqual([]);
    expect(await installation.findLost(made)).toEqual([]);
    await eventually(() => installation.spooled === 0);
    expect(await installation.findLost(made)).toEqual([]);
  });

  it('survive a crash of the process before the database has recovered', async () => {
    await installation.stopDatabase();
    const made = await createAll(async () => undefined);
    expect(made.filter(({ store }) => !store)).toEqual([]);
    expect(installation.spooled).toBe(REQUESTS);
    await installation.killApi();
    await installation.startDatabase();
    await installation.startApi();
    expect(await installation.findLost(made)).toEqual([]);
    await eventually(() => installation.spooled === 0, 60_000);
    expect(await installation.findLost(made)).toEqual([]);
  });
});

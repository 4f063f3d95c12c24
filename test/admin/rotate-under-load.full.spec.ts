import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runModelgate } from '../cli/run-modelgate.js';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, channelTo } from '../harness/index.js';
import { ApiProcesses } from '../processes/api-processes.js';

const CLIENTS_PER_PROCESS = 2;
/** Between two requests of a client: the command that rotates the key needs the machine, too. */
const PAUSE_MS = 20;

describe('the rotation of the key that encrypts provider keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-rotation-'));
  const keyFile = join(folder, 'key');
  let upstream: FakeUpstream;
  let processes: ApiProcesses;

  beforeAll(async () => {
    writeFileSync(keyFile, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    upstream = await startFakeUpstream();
    const config = { channels: [channelTo(upstream)], tokens: [{ name: 'test', key: TEST_TOKEN }] };
    const keys = { MODELGATE_SECRET_KEY: '', MODELGATE_SECRET_KEY_FILE: keyFile };
    processes = await ApiProcesses.start(2, config, keys);
  });

  afterAll(async () => {
    await processes.remove();
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  const sealedKeys = async (): Promise<Buffer> => {
    const [channel] = await processes.database.query('SELECT secrets FROM channels');
    return channel?.['secrets'] as Buffer;
  };

  /** The number of responses by their status. */
  const statuses = new Map<number, number>();

  async function ask(origin: string): Promise<void> {
    const response = await fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello!' }] }),
    });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }

  async function askUntil(signal: AbortSignal, origin: string): Promise<void> {
    while (!signal.aborted) {
      await ask(origin);
      await sleep(PAUSE_MS);
    }
  }

  it('causes no error for any client', async () => {
    const before = await sealedKeys();
    const load = new AbortController();
    const clients = processes.origins.flatMap((origin) =>
      Array.from({ length: CLIENTS_PER_PROCESS }, () => askUntil(load.signal, origin)),
    );
    const { exitCode, stdout } = await runModelgate(['keys', 'rotate', '--json'], {
      cwd: folder,
      DATABASE_URL: processes.database.url,
      MODELGATE_DATA_DIR: folder,
      MODELGATE_SECRET_KEY_FILE: keyFile,
    });
    const during = statuses.get(200) ?? 0;
    // Also after the row has changed in the meantime.
    await Promise.all(processes.origins.map(ask));
    load.abort();
    await Promise.all(clients);
    expect([exitCode, [...statuses.keys()]]).toEqual([0, [200]]);
    expect(during).toBeGreaterThan(100);
    expect((JSON.parse(stdout) as { tables: object[] }).tables).toContainEqual({
      table: 'channels',
      resealed: 1,
      unreadable: [],
    });
    expect((await sealedKeys()).equals(before)).toBe(false);
  });
});

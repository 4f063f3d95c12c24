import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CommandResult, runModelgate } from '../cli/run-modelgate.js';
import { type TestDatabase, createEmptyDatabase, eventually } from '../harness/index.js';
import { S3Server } from '../s3/s3-server.js';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';

const KEY = 'sk-mg-backup-under-load-0123456789';
const VIDEOS = 6;
/** It adds an index, so that no row differs without it. */
const INDEX_MIGRATION = 'FindOldTransactions1763164800230';

/** Requests and videos continue while it is copied; its files are in a bucket. */
describe('a backup under load', () => {
  const folder = makeDataFolder();
  const backup = join(folder, 'backup');
  const secretKey = randomBytes(32).toString('base64');
  const over = new AbortController();
  /** Requests that were complete before the backup began. */
  const answered = new Set<string>();
  const videos: string[] = [];
  let lanes: Promise<unknown>;
  let bucket: S3Server;
  let source: TestDatabase;
  let target: TestDatabase;
  let older: TestDatabase;
  let running: RunningModelgate;
  let made: CommandResult;

  const place = (name: string, database: TestDatabase, media?: object): Record<string, string> => {
    const path = join(folder, `${name}.json`);
    const config = {
      sandbox: true,
      models: [
        { id: 'sandbox-chat', price: { perRequest: 0.5 } },
        { id: 'sandbox-video', price: { perSecondVideo: 0.1 } },
      ],
      tokens: [{ name: 'load', key: KEY, budgetUsd: 100_000 }],
      ...(media !== undefined && { media }),
    };
    writeFileSync(path, JSON.stringify(config));
    return {
      DATABASE_URL: database.url,
      MODELGATE_SECRET_KEY: secretKey,
      MODELGATE_DATA_DIR: join(folder, name),
      MODELGATE_CONFIG: path,
    };
  };

  const run = (args: string[], environment: Record<string, string>): Promise<CommandResult> =>
    runModelgate(args, { cwd: folder, PORT: '0', ...environment });

  const ask = (path: string, body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return fetch(running.baseUrl + path, { ...init, signal: AbortSignal.timeout(30_000) });
  };

  const chat = async (): Promise<string> => {
    const response = await ask('/chat/completions', {
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: '[[words=3]] Hello!' }],
    });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    return response.headers.get('x-request-id') ?? '';
  };

  const video = async (prompt: string): Promise<string> => {
    const response = await ask('/video/generations', { model: 'sandbox-video', prompt, duration: 1 });
    return ((await response.json()) as { task_id: string }).task_id;
  };

  const readVideo = async (id: string): Promise<{ status: string; url: string }> =>
    (await (await ask(`/video/generations/${id}`)).json()) as { status: string; url: string };

  beforeAll(async () => {
    [source, target, older] = await Promise.all([
      createEmptyDatabase(),
      createEmptyDatabase(),
      createEmptyDatabase(),
    ]);
    bucket = await S3Server.start();
    const here = place('first', source, { store: 's3', s3: bucket.settings });
    running = new RunningModelgate(join(folder, 'first'), here);
    await running.ready();
    for (let number = 0; number < VIDEOS; number += 1)
      videos.push(await video(number % 2 === 0 ? 'A boat' : 'A boat [[slow=15]]'));
    await eventually(async () => (await readVideo(videos[0] ?? '')).status === 'completed', 60_000);

    lanes = Promise.all(
      [1, 2, 3, 4].map(async () => {
        while (!over.signal.aborted) {
          const id = await chat();
          if (made === undefined) answered.add(id);
        }
      }),
    );
    await eventually(() => answered.size > 100, 60_000);
    const before = [...answered];
    made = await run(['backup', backup], here);
    answered.clear();
    for (const id of before) answered.add(id);
    over.abort();
    await lanes;
    await running.stop();
  }, 240_000);

  afterAll(async () => {
    over.abort();
    await running.stop();
    for (const database of [source, target, older]) await database.drop();
    await bucket.stop();
    removeFolder(folder);
  });

  it('reports what it has copied from the bucket', () => {
    expect([made.exitCode, made.stdout]).toEqual([0, expect.stringContaining('Backed up')]);
    const [, copied = '0'] =
      /Of these files (\d+) are copies from the bucket generated-files\./.exec(made.stdout) ?? [];
    expect(Number(copied)).toBeGreaterThan(0);
  });

  it('is complete when it is restored, and every request is charged once', async () => {
    const there = place('second', target);
    const restored = await run(['restore', backup], there);
    expect([restored.exitCode, restored.stdout]).toEqual([
      0,
      expect.stringContaining('The ledger is correct'),
    ]);
    running = new RunningModelgate(join(folder, 'second'), there);
    await running.ready();
    const readRequests = async (): Promise<string[]> => {
      const rows = await target.query(
        `SELECT 'req_' || replace(id::text, '-', '') AS id FROM usage_events WHERE cost_micro_usd = 500000`,
      );
      return rows.map((row) => String(row['id']));
    };
    const copied = gunzipSync(readFileSync(join(backup, 'database/usage_events.copy.gz'))).toString();
    const stored = copied.split('\n').filter((row) => row.includes('\t500000\t')).length;
    // Some were only in a spool when the database was copied: the first process that finds it stores them.
    await eventually(async () => {
      const ids = new Set(await readRequests());
      return ids.size > stored && [...answered].every((id) => ids.has(id));
    }, 60_000);
    for (const id of videos) {
      await eventually(async () => (await readVideo(id)).status === 'completed', 60_000);
      const file = await fetch((await readVideo(id)).url);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect([file.status, bytes.subarray(4, 8).toString()]).toEqual([200, 'ftyp']);
    }
    // The spool may still be read, so both sides are read until they agree.
    await eventually(async () => {
      const { stdout } = await run(['token', 'list', '--json'], there);
      const { data } = JSON.parse(stdout) as { data: { name: string; spent_usd: number }[] };
      const spent = VIDEOS * 0.1 + (await readRequests()).length * 0.5;
      return Math.abs((data.find(({ name }) => name === 'load')?.spent_usd ?? 0) - spent) < 0.001;
    }, 60_000);
    const ids = await readRequests();
    expect(ids).toHaveLength(new Set(ids).size);
    await running.stop();
    expect((await run(['ledger', 'verify'], there)).stdout).toContain('no problems found');
  }, 240_000);

  it('of an older version is migrated, and reports this', async () => {
    const path = join(backup, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { migrations: string[] };
    expect(manifest.migrations).toContain(INDEX_MIGRATION);
    const migrations = manifest.migrations.filter((name) => name !== INDEX_MIGRATION);
    writeFileSync(path, JSON.stringify({ ...manifest, migrations }));
    const there = place('third', older);
    const restored = await run(['restore', backup], there);
    expect([restored.exitCode, restored.stdout]).toEqual([0, expect.stringContaining('1 migration applied')]);
    expect((await run(['migrate'], there)).stdout).toContain('up to date');
  });
});

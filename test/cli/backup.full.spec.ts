import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { CRAFTED_BACKUPS, craftBackup } from './crafted-backups.js';
import { runHere } from './run-here.js';
import { type CommandResult } from './run-modelgate.js';
import {
  type TestDatabase,
  type TestGateway,
  createEmptyDatabase,
  eventually,
  startTestGateway,
} from '../harness/index.js';

const MODELS = [
  { id: 'sandbox-video', price: { perSecondVideo: 0.1 } },
  { id: 'sandbox-chat', price: { perRequest: 0.5 } },
];

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

function getSpent({ stdout }: CommandResult): unknown {
  const { data } = JSON.parse(stdout) as { data: Record<string, unknown>[] };
  return data.find(({ name }) => name === 'kept')?.['spent_usd'];
}

describe('modelgate backup and restore', () => {
  const secretKey = randomBytes(32).toString('base64');
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-backup-'));
  const backup = join(folder, 'backup');
  let gateway: TestGateway;
  let worker: Service;
  let target: TestDatabase;
  let key: string;
  let video: string;

  const call = async (path: string, body?: object, origin = gateway.origin): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(origin + path, init);
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };

  const chat = (origin?: string): Promise<Answer> =>
    call(
      '/v1/chat/completions',
      { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello!' }] },
      origin,
    );

  const run = (args: string[], environment: Record<string, string> = {}): Promise<CommandResult> => {
    const { dataDir, file } = gateway.shared.config;
    return runHere(args, {
      DATABASE_URL: gateway.database.url,
      MODELGATE_DATA_DIR: dataDir,
      MODELGATE_CONFIG: file?.path ?? '',
      MODELGATE_SECRET_KEY: secretKey,
      ...environment,
    });
  };

  /** Into an empty database and a data folder that does not exist yet. */
  const restore = (more: Record<string, string> = {}, from = backup): Promise<CommandResult> =>
    run(['restore', from, '--json'], {
      DATABASE_URL: target.url,
      MODELGATE_DATA_DIR: join(folder, 'data'),
      ...more,
    });

  beforeAll(async () => {
    const environment = { MODELGATE_SECRET_KEY: secretKey };
    gateway = await startTestGateway({ sandbox: true, models: MODELS, environment });
    worker = await createWorker(gateway.shared);
    target = await createEmptyDatabase();
    const made = await run(['token', 'create', 'kept', '--budget-usd', '5', '--json']);
    ({ key } = JSON.parse(made.stdout) as { key: string });
    await eventually(async () => (await chat()).status === 200);
    const { body } = await call('/v1/video/generations', {
      model: 'sandbox-video',
      prompt: 'A boat',
      duration: 1,
    });
    video = String(body['task_id']);
    await eventually(async () => {
      const task = await call(`/v1/video/generations/${video}`);
      return task.body['status'] === 'completed';
    });
    await gateway.flushUsage();
  });

  afterAll(async () => {
    await worker.close();
    await gateway.stop();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes a folder with a manifest, and without keys', async () => {
    const { stdout, exitCode } = await run(['backup', backup, '--json']);
    expect(exitCode).toBe(0);
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
      tables: { table: string; rows: number; sha256: string }[];
      keyFingerprints: string[];
      files: { count: number };
    };
    expect(manifest).toMatchObject({
      format: 1,
      migrations: expect.arrayContaining(['CreateUsage1763164800011']),
    });
    expect(manifest.tables.find(({ table }) => table === 'video_tasks')?.rows).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ files: manifest.files.count, tables: manifest.tables.length });
    const index = readFileSync(join(backup, 'files.jsonl'), 'utf8');
    expect(index).toMatch(/"media\/[a-z2-7]{32}\.mp4"/);
    expect(index).toMatch(/"usage\/[\w-]+\/\w+\.spool"/);
    for (const entry of readdirSync(backup, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const content = readFileSync(join(entry.parentPath, entry.name));
      expect(content.includes(secretKey) || content.includes(Buffer.from(secretKey, 'base64'))).toBe(false);
    }
  });

  it('rejects a folder that is not empty, and one that is no backup', async () => {
    const taken = await run(['backup', backup]);
    expect([taken.exitCode, taken.stderr]).toEqual([2, expect.stringContaining('is not empty')]);
    const none = await restore({}, folder);
    expect([none.exitCode, none.stderr]).toEqual([66, expect.stringContaining('it has no manifest.json')]);
  });

  it('rejects another key, with the fingerprints of both', async () => {
    const other = await restore({ MODELGATE_SECRET_KEY: randomBytes(32).toString('base64') });
    expect(other.exitCode).toBe(78);
    expect(other.stderr).toMatch(
      /The backup requires the secret key [0-9a-f]{16}, .* contains [0-9a-f]{16}\./,
    );
  });

  it('rejects a database that is not empty', async () => {
    const used = await restore({ DATABASE_URL: gateway.database.url });
    expect(used.exitCode).toBe(1);
    expect(used.stderr).toMatch(/The database is not empty \(the table \w+ has rows\)/);
  });

  it('rejects files that were changed, and leaves the database empty', async () => {
    const path = join(backup, 'database', 'tokens.copy.gz');
    const whole = readFileSync(path);
    appendFileSync(path, 'x');
    const changed = await restore();
    expect([changed.exitCode, changed.stderr]).toEqual([
      1,
      expect.stringContaining('tokens.copy.gz is damaged'),
    ]);
    writeFileSync(path, whole);
    const index = readFileSync(join(backup, 'files.jsonl'), 'utf8');
    const [name = ''] = /[a-z2-7]{32}\.mp4/.exec(index) ?? [];
    const file = join(backup, 'media', name.slice(0, 2), name);
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) === 0 ? 1 : 0])]));
    const cut = await restore();
    expect([cut.exitCode, cut.stderr]).toEqual([1, expect.stringContaining(`${name} is damaged`)]);
    writeFileSync(file, bytes);
    expect(await target.query('SELECT 1 FROM tokens')).toEqual([]);
  });

  it.each(CRAFTED_BACKUPS)('rejects $what before it writes anything', async ({ change, refusal }) => {
    const place = mkdtempSync(join(folder, 'crafted-'));
    const [crafted, data] = [join(place, 'backup'), join(place, 'data')];
    craftBackup(backup, crafted, change);
    const refused = await restore({ MODELGATE_DATA_DIR: data }, crafted);
    const { error } = JSON.parse(refused.stderr) as { error: object };
    expect([refused.exitCode, error]).toEqual([1, { message: expect.stringMatching(refusal), exit_code: 1 }]);
    expect(existsSync(data) ? readdirSync(data, { recursive: true }) : []).toEqual([]);
  });

  it('restores tokens, money, videos and what was not stored yet', async () => {
    // Not part of the backup.
    expect((await chat()).status).toBe(200);
    await gateway.flushUsage();
    expect(getSpent(await run(['token', 'list', '--json']))).toBe(1.1);
    const restored = await restore();
    expect([restored.stderr, restored.exitCode]).toEqual(['', 0]);
    expect(JSON.parse(restored.stdout)).toMatchObject({ ledger: { faults: [] } });
    const place = { DATABASE_URL: target.url, MODELGATE_DATA_DIR: join(folder, 'data') };
    expect((await run(['ledger', 'verify'], place)).stdout).toContain('no problems found');
    expect((await run(['audit', 'verify'], place)).stdout).toContain('no problems found');

    const again = await startTestGateway({
      sandbox: true,
      models: MODELS,
      database: target,
      environment: { MODELGATE_SECRET_KEY: secretKey, MODELGATE_DATA_DIR: join(folder, 'data') },
    });
    try {
      expect((await chat(again.origin)).status).toBe(200);
      const { body } = await call(`/v1/video/generations/${video}`, undefined, again.origin);
      const file = await fetch(String(body['url']));
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(4, 8)
          .toString(),
      ).toBe('ftyp');
      await again.flushUsage();
      // One request more than in the backup, as in the installation that was copied.
      expect(getSpent(await run(['token', 'list', '--json'], place))).toBe(1.1);
      expect((await run(['ledger', 'verify'], place)).stdout).toContain('no problems found');
    } finally {
      await again.stop();
    }
  });
});

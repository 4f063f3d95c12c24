import 'reflect-metadata';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import { type Service } from '#lifecycle';
import { UnsealedTaskRepository } from '#video-tasks';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import {
  TEST_TOKEN,
  type TestDatabase,
  type TestGateway,
  eventually,
  startTestGateway,
} from '../harness/index.js';

const SECRET = 'the heron steals nine marbles';
/** The same bytes as a table shows them in a binary column. */
const SECRET_IN_HEX = Buffer.from(SECRET).toString('hex');

let gateway: TestGateway;
let worker: Service | undefined;

beforeAll(async () => {
  gateway = await startTestGateway({ sandbox: true });
  worker = await createWorker({
    ...gateway.shared,
    settings: { pollTimes: { minMs: 20, maxMs: 100, maxAfterFaultMs: 100 } },
  });
});

afterAll(async () => {
  await worker?.close();
  await gateway.stop();
});

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function get(path: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${TEST_TOKEN}` };
  const response = await fetch(`${gateway.baseUrl}${path}`, { headers });
  return (await response.json()) as Record<string, unknown>;
}

async function until(path: string, status: string): Promise<void> {
  await eventually(async () => (await get(path))['status'] === status || undefined, 30_000);
}

/** Requests a video that need not be made: the sandbox follows the directive in its prompt. */
function askForVideo(directive: string): Promise<Record<string, unknown>> {
  return post('/video/generations', {
    model: 'sandbox-video',
    prompt: `${SECRET} [[${directive}]]`,
    duration: 1,
    width: 64,
    height: 64,
    user: SECRET,
    metadata: { note: SECRET },
  });
}

/** Sends content through every path by which it is stored. */
async function sendAllContent(): Promise<void> {
  const model = 'sandbox-chat';
  const messages = [{ role: 'user', content: `repeat: ${SECRET}` }];
  await post(
    '/chat/completions',
    { model, messages },
    { 'idempotency-key': 'k', 'x-modelgate-cache-ttl': '60' },
  );
  await post('/responses', { model, input: SECRET });
  const background = await post('/responses', { model, input: SECRET, background: true });
  const [running, ended] = [await askForVideo('never'), await askForVideo('badfile')];
  await until(`/responses/${String(background['id'])}`, 'completed');
  await until(`/video/generations/${String(running['task_id'])}`, 'in_progress');
  await until(`/video/generations/${String(ended['task_id'])}`, 'failed');
}

async function tablesThatTell(database: TestDatabase): Promise<string[]> {
  const tables = await database.query(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const telling: string[] = [];
  for (const name of tables.map((row) => String(row['name']))) {
    const rows = await database.query(
      `SELECT FROM ${name} AS t WHERE position($1 in t::text) > 0 OR position($2 in t::text) > 0 LIMIT 1`,
      [SECRET, SECRET_IN_HEX],
    );
    if (rows.length > 0) telling.push(name);
  }
  return telling.toSorted();
}

async function filesThatTell(folder: string): Promise<string[]> {
  const telling: string[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if ((await stat(path)).isFile() && (await readFile(path)).includes(SECRET)) telling.push(name);
  }
  return telling;
}

describe('content of clients', () => {
  it('is in no table and no file in a readable form', async () => {
    await sendAllContent();
    const { count } =
      (await gateway.database.query('SELECT count(*)::int AS count FROM cached_answers'))[0] ?? {};
    expect(count).toBe(1);
    expect(await tablesThatTell(gateway.database)).toEqual([]);
    expect(await filesThatTell(gateway.shared.config.dataDir)).toEqual([]);
  });

  it('is encrypted also in tasks of versions that stored it readable, and can be read before and after', async () => {
    const { database, shared } = gateway;
    const prompt = `once ${SECRET} [[badfile]]`;
    const { id } = await post('/videos', { model: 'sandbox-video', prompt, seconds: '4', size: '64x64' });
    await until(`/videos/${String(id)}`, 'failed');
    // Its maintenance could run before this test does.
    await worker?.close();
    worker = undefined;
    await database.query(
      `UPDATE video_tasks SET sealed_request = NULL, upstream_memo = $2,
         request = request || jsonb_build_object('prompt', $2::jsonb->>'prompt', 'images', '[]'::jsonb) WHERE id = $1`,
      [id, { prompt }],
    );
    await database.query(
      'UPDATE submit_evidence SET sealed_memo = NULL, upstream_memo = $2 WHERE task_id = $1',
      [id, { prompt }],
    );
    expect(await tablesThatTell(database)).toEqual(['public.submit_evidence', 'public.video_tasks']);
    expect(await get(`/videos/${String(id)}`)).toMatchObject({ prompt });

    const dataSource = createDataSource({ url: database.url, entities: [], poolSize: 1 });
    await dataSource.initialize();
    const unsealed = new UnsealedTaskRepository(dataSource, shared.secretBox);
    expect([await unsealed.sealAll(), await unsealed.sealAll()]).toEqual([2, 0]);
    await dataSource.destroy();
    expect(await tablesThatTell(database)).toEqual([]);
    expect(await get(`/videos/${String(id)}`)).toMatchObject({ prompt });
  });
});

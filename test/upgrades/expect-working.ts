import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { type TestDatabase, eventually } from '../harness/index.js';
import { RECORDED, runSuccessfully } from './installation.js';

const CHAT = { model: 'chat', messages: [{ role: 'user', content: 'Hello!' }] };
const WAIT_MS = 60_000;

export interface Upgraded {
  origin: string;
  database: Pick<TestDatabase, 'query'>;
  /** The environment of its commands. */
  environment: Record<string, string>;
}

type Json = Record<string, unknown>;

/** Uses what an upgrade can break: budgets, leases, usage, videos, keys, stored responses, accounts. */
export async function expectWorking({ origin, database, environment }: Upgraded): Promise<void> {
  const readOne = async (sql: string): Promise<unknown> =>
    Object.values((await database.query(sql))[0] ?? {})[0];
  const before = Number(await readOne('SELECT count(*) FROM public.usage_events'));
  await ask(origin, '/v1/chat/completions', CHAT);
  const leases = `SELECT count(*)::int FROM public.budget_leases
    WHERE renewed_at > now() - interval '5 minutes' AND spool_owner NOT LIKE 'recorded-%'`;
  expect(await readOne(leases)).toBeGreaterThan(0);

  const queued = `SELECT id FROM public.video_tasks WHERE created_at < now() - interval '1 second' ORDER BY created_at DESC LIMIT 1`;
  const key = { 'idempotency-key': RECORDED.queuedVideoKey };
  const former = await ask(origin, '/v1/video/generations', RECORDED.video, key);
  expect(former['task_id']).toBe(await readOne(queued));
  const made = await makeVideo(origin);
  await finishVideo(origin, String(former['task_id']));
  await finishVideo(origin, made);

  const stored = await readOne(
    `SELECT id FROM public.stored_responses WHERE id NOT IN (SELECT id FROM public.background_responses) LIMIT 1`,
  );
  expect(await ask(origin, `/v1/responses/${String(stored)}`)).toMatchObject({ status: 'completed' });
  const events = async (): Promise<number> =>
    Number(await readOne('SELECT count(*) FROM public.usage_events'));
  await eventually(async () => (await events()) >= before + 3, WAIT_MS);
  await expectSignIn(origin);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  expect(await runSuccessfully(['doctor'], environment)).toContain(', 0 failed');
  expect(await runSuccessfully(['ledger', 'verify'], environment)).toContain('no problems found');
}

/** Sends a request twice with one key, like a client that lost the first response. */
async function makeVideo(origin: string): Promise<string> {
  const key = { 'idempotency-key': randomUUID() };
  const first = await ask(origin, '/v1/video/generations', RECORDED.video, key);
  const second = await ask(origin, '/v1/video/generations', RECORDED.video, key);
  expect(second['task_id']).toBe(first['task_id']);
  return String(first['task_id']);
}

async function finishVideo(origin: string, id: string): Promise<void> {
  await eventually(async () => {
    const task = await ask(origin, `/v1/video/generations/${id}`);
    if (task['status'] === 'failed') throw new Error(JSON.stringify(task));
    return task['status'] === 'completed';
  }, WAIT_MS);
}

async function expectSignIn(origin: string): Promise<void> {
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(RECORDED.admin),
  });
  expect(response.status).toBe(200);
}

async function ask(
  origin: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Json> {
  const headers = {
    authorization: `Bearer ${RECORDED.token}`,
    'content-type': 'application/json',
    ...more,
  };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(origin + path, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Json;
}

import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';
import { describeRemixes } from './remix.cases.js';

const FAILURES_UNTIL_EJECTED = 5;
const UNREACHABLE_URL = 'http://127.0.0.1:1/v1';
const MODELS = ['busy', 'polled', 'narrow', 'slow'];
/** Longer than a submission takes on a busy machine: one that outlives its lease may be repeated or unknown. */
const SUBMIT_LEASE_MS = 2_000;
const TIMEOUT_MS = 40_000;

interface Task {
  task_id: string;
  status: string;
}

interface Submission {
  channel: string;
}

describe('the channel of a video', () => {
  let first: FakeUpstream;
  let second: FakeUpstream;
  let gateway: TestGateway;
  let worker: Service;

  beforeAll(async () => {
    [first, second] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
    const channel = { provider: 'openai-compatible', apiKey: 'sk-upstream-1' };
    gateway = await startTestGateway({
      channels: [
        { ...channel, name: 'nobody', baseUrl: UNREACHABLE_URL, models: ['down'], priority: 2 },
        { ...channel, name: 'first', baseUrl: first.url, models: [...MODELS, 'lonely'], priority: 2 },
        { ...channel, name: 'one', baseUrl: first.url, models: ['few'], priority: 2, maxConcurrency: 1 },
        { ...channel, name: 'second', baseUrl: second.url, models: [...MODELS, 'down', 'few'], priority: 1 },
      ],
    });
    worker = await createWorker({
      ...gateway.shared,
      settings: {
        submitLeaseMs: SUBMIT_LEASE_MS,
        pollTimes: { minMs: 20, maxMs: 100, maxAfterFaultMs: 100 },
      },
    });
  });

  afterAll(async () => {
    await worker.close();
    await gateway.stop();
    await Promise.all([first.close(), second.close()]);
  });

  const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };

  async function create(model: string): Promise<string> {
    const response = await fetch(`${gateway.baseUrl}/video/generations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model, prompt: 'A lighthouse at dusk' }),
    });
    return ((await response.json()) as Task).task_id;
  }

  const finished = (id: string): Promise<Task> =>
    eventually(async () => {
      const response = await fetch(`${gateway.baseUrl}/video/generations/${id}`, { headers });
      const task = (await response.json()) as Task;
      return task.status === 'completed' || task.status === 'failed' ? task : undefined;
    }, TIMEOUT_MS);

  /** The channels that received a submission, in order. */
  async function findSubmissions(id: string): Promise<string[]> {
    const rows = await gateway.database.query(
      `SELECT detail FROM video_task_events WHERE task_id = $1 AND kind = 'submitting' ORDER BY id`,
      [id],
    );
    return rows.map(({ detail }) => (detail as Submission).channel);
  }

  async function make(model: string): Promise<string[]> {
    const id = await create(model);
    expect(await finished(id)).toMatchObject({ status: 'completed' });
    return findSubmissions(id);
  }

  const readState = async (channel: string, model: string): Promise<string | undefined> => {
    const text = await (await fetch(`${gateway.origin}/metrics`)).text();
    return new RegExp(`channel_state\\{channel="${channel}",model="${model}",state="(\\w+)"\\} 1`).exec(
      text,
    )?.[1];
  };

  it('is replaced at once if one cannot be reached, and from then on, for requests as well', async () => {
    const tasks = Array.from({ length: FAILURES_UNTIL_EJECTED }, () => make('down'));
    for (const submissions of await Promise.all(tasks)) expect(submissions).toEqual(['nobody', 'second']);
    expect(await make('down')).toEqual(['second']);
    expect(await eventually(() => readState('nobody', 'down'))).toBe('open');
  });

  it('is replaced while it accepts no more videos', async () => {
    const headers = { 'retry-after': '30', 'retry-after-ms': '30000' };
    first.script({ kind: 'error', status: 429, headers });
    expect(await make('busy')).toEqual(['first', 'second']);
    expect(await make('busy')).toEqual(['second']);
    expect(await eventually(() => readState('first', 'busy'))).toBe('cooling');
  });

  it('is retried later if there is no other', async () => {
    first.videos.nextCreate('429');
    expect(await make('lonely')).toEqual(['first', 'first']);
  });

  it('is replaced if videos can no longer be polled there', async () => {
    first.videos.set({ durationMs: 60_000 });
    const id = await create('polled');
    await eventually(async () => (await findSubmissions(id)).length > 0 || undefined, TIMEOUT_MS);
    first.videos.nextStatus('500', FAILURES_UNTIL_EJECTED + 1);
    expect(await eventually(() => readState('first', 'polled'), TIMEOUT_MS)).toBe('open');
    expect(await make('polled')).toEqual(['second']);
    first.videos.set({ durationMs: 1 });
    expect(await finished(id)).toMatchObject({ status: 'completed' });
  });

  it('has its whole timeout, although others would report an unknown outcome sooner', async () => {
    first.script({ kind: 'json', delayMs: SUBMIT_LEASE_MS + 500 });
    expect(await make('slow')).toEqual(['first']);
  });

  it('is the one that the client names, and the model keeps its own name', async () => {
    const id = await create('second/narrow');
    expect(await finished(id)).toMatchObject({ status: 'completed', model: 'narrow' });
    expect(await findSubmissions(id)).toEqual(['second']);
  });

  describeRemixes(() => ({
    gateway,
    upstream: first,
    model: 'lonely',
    finished,
    make: async (model) => {
      const id = await create(model);
      expect(await finished(id)).toMatchObject({ status: 'completed' });
      return id;
    },
  }));

  it('is replaced while it has reached its limit of requests', async () => {
    first.videos.nextCreate('accept-then-hang');
    const hanging = await create('few');
    await eventually(async () => (await findSubmissions(hanging)).length > 0 || undefined, TIMEOUT_MS);
    expect(await make('few')).toEqual(['second']);
    await fetch(`${gateway.baseUrl}/video/generations/${hanging}/cancel`, { method: 'POST', headers });
  });
});

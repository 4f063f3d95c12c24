import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';
import { describeGoogleClients } from './google.cases.js';

interface TaskBody {
  task_id: string;
  status: string;
  url?: string;
  format?: string;
  metadata?: Record<string, number>;
  error?: { code: number; message: string };
}

describe('a video of the sandbox', () => {
  let gateway: TestGateway;
  let worker: Service;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
    worker = await createWorker({
      ...gateway.shared,
      settings: { pollTimes: { minMs: 20, maxMs: 100, maxAfterFaultMs: 100 } },
    });
  });

  afterAll(async () => {
    await worker.close();
    await gateway.stop();
  });

  const headers = {
    authorization: `Bearer ${TEST_TOKEN}`,
    'content-type': 'application/json',
    'x-session-id': 'session-of-videos',
  };

  async function create(body: object): Promise<TaskBody> {
    const response = await fetch(`${gateway.baseUrl}/video/generations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'sandbox-video', ...body }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as TaskBody;
  }

  async function read(id: string): Promise<TaskBody> {
    const response = await fetch(`${gateway.baseUrl}/video/generations/${id}`, { headers });
    return (await response.json()) as TaskBody;
  }

  async function finished(id: string): Promise<TaskBody> {
    return eventually(async () => {
      const task = await read(id);
      return task.status === 'completed' || task.status === 'failed' ? task : undefined;
    }, 40_000);
  }

  it('is created, stored by the gateway, and can be downloaded', async () => {
    const { task_id: id, status } = await create({
      prompt: 'A lighthouse at dusk',
      duration: 1,
      size: '64x64',
    });
    expect(status).toBe('queued');
    const task = await finished(id);
    expect(task).toMatchObject({ task_id: id, status: 'completed', format: 'mp4' });
    expect(task.metadata).toMatchObject({ duration: 1, width: 64, height: 64 });
    const video = await fetch(task.url ?? '');
    expect(video.headers.get('content-type')).toBe('video/mp4');
    expect((await video.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    const rows = await gateway.database.query('SELECT session_id FROM usage_events WHERE request_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ session_id: 'session-of-videos' }]);
  });

  describeGoogleClients(() => gateway);

  it.each([
    ['[[fail]]', 502],
    ['[[badfile]]', 502],
    ['[[status=400]]', 400],
  ])(
    'with the directive %s fails with code %i',
    async (directive, code) => {
      const { task_id: id } = await create({ prompt: `A cat ${directive}`, duration: 1, size: '128x72' });
      expect(await finished(id)).toMatchObject({ status: 'failed', error: { code } });
    },
    60_000,
  );
});

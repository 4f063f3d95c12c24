import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { MediaStore } from '#media';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { S3Server } from '../s3/s3-server.js';

interface Task {
  task_id: string;
  status: string;
  url?: string;
}

/** API and worker on different machines: they share a database and a bucket, and no folder. */
describe('a video that is stored on S3', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'modelgate-test-worker-'));
  let server: S3Server;
  let gateway: TestGateway;
  let worker: Service;
  let url: string;

  beforeAll(async () => {
    server = await S3Server.start();
    gateway = await startTestGateway({ sandbox: true, media: { store: 's3', s3: server.settings } });
    const { config } = gateway.shared;
    worker = await createWorker({ ...gateway.shared, config: { ...config, dataDir: elsewhere } });
    const { task_id: id } = await askFor('POST', '/video/generations', {
      model: 'sandbox-video',
      prompt: 'A boat',
      duration: 1,
    });
    const task = await eventually(async () => {
      const seen = await askFor('GET', `/video/generations/${id}`);
      return seen.status === 'completed' ? seen : undefined;
    }, 30_000);
    url = String(task.url);
  });

  afterAll(async () => {
    await worker.close();
    await gateway.stop();
    await server.stop();
    rmSync(elsewhere, { recursive: true, force: true });
  });

  const askFor = async (method: string, path: string, body?: object): Promise<Task> => {
    const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return (await (await fetch(gateway.baseUrl + path, init)).json()) as Task;
  };

  it('is read through its link, completely and in ranges', async () => {
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(whole.subarray(4, 8).toString()).toBe('ftyp');
    const part = await fetch(url, { headers: { range: 'bytes=100-299' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 300));
    expect(await server.listObjects()).toHaveLength(1);
    const { dataDir } = gateway.shared.config;
    for (const folder of [dataDir, elsewhere]) expect(readdirSync(folder)).not.toContain('media');
  });

  it('is a 503 with a retry-after while the service is down', async () => {
    server.fault = () => 503;
    const away = await fetch(url);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await away.json()).toMatchObject({ error: { code: 'media_store_unavailable' } });
    server.fault = () => undefined;
    expect((await fetch(url)).status).toBe(200);
  });

  it('is deleted when it expires, by the record in the database', async () => {
    await gateway.database.query(`UPDATE media_files SET created_at = now() - interval '31 days'`);
    await gateway.get(MediaStore).deleteExpired(new Date());
    expect(await server.listObjects()).toEqual([]);
    expect((await fetch(url)).status).toBe(404);
  });
});

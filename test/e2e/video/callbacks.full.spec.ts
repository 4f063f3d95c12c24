import 'reflect-metadata';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../../apps/worker/src/create-worker.js';
import { toVideoFile } from '../../fake-upstream/videos/video-file.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../../harness/index.js';

const HOUR_MS = 3_600_000;

/** A video at a service that calls back when its status changes. */
interface SubmittedVideo {
  callbackUrl: string;
  state: 'processing' | 'success';
  polls: number;
  /** While it is set, status requests get no response. */
  held?: Promise<void>;
}

/** The part of Vidu's API that the test uses. */
class CallingService {
  readonly videos = new Map<string, SubmittedVideo>();
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** The video of a prompt, once it is submitted. */
  find(prompt: string): Promise<SubmittedVideo> {
    return eventually(() => this.videos.get(prompt));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    if (url === '/file.mp4') return void response.end(toVideoFile('called'));
    const json = await this.getAnswer(url, await text(request));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(json));
  }

  private async getAnswer(url: string, body: string): Promise<object> {
    if (url === '/ent/v2/text2video') {
      const { prompt, callback_url: callbackUrl } = JSON.parse(body) as Record<string, string>;
      this.videos.set(prompt ?? '', { callbackUrl: callbackUrl ?? '', state: 'processing', polls: 0 });
      return { task_id: prompt, state: 'created' };
    }
    const made = this.videos.get(/tasks\/([^/]+)\/creations/.exec(url)?.[1] ?? '');
    if (made === undefined) return {};
    made.polls += 1;
    const { state } = made;
    await made.held;
    const { port } = this.server.address() as AddressInfo;
    const creations = state === 'success' ? [{ id: 'c', url: `http://127.0.0.1:${port}/file.mp4` }] : [];
    return { state, err_code: '', creations };
  }
}

const call = (url: string, body: object = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a service that calls back', () => {
  const service = new CallingService();
  let gateway: TestGateway;
  let worker: Service;

  beforeAll(async () => {
    const baseUrl = await service.start();
    gateway = await startTestGateway({
      channels: [{ name: 'vidu', provider: 'vidu', apiKey: 'k', baseUrl, models: ['viduq2'] }],
      environment: { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' },
    });
    const { config } = gateway.shared;
    worker = await createWorker({
      ...gateway.shared,
      config: { ...config, http: { ...config.http, publicUrl: gateway.origin } },
      // Within the time of a test, the worker polls only tasks with a callback.
      settings: { pollTimes: { minMs: HOUR_MS, maxMs: HOUR_MS, maxAfterFaultMs: HOUR_MS } },
    });
  });

  afterAll(async () => {
    await worker.close();
    await gateway.stop();
    service.close();
  });

  const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };

  async function create(prompt: string): Promise<{ id: string; made: SubmittedVideo }> {
    const response = await fetch(`${gateway.baseUrl}/video/generations`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: 'viduq2', prompt }),
    });
    const { task_id: id } = (await response.json()) as { task_id: string };
    const made = await service.find(prompt);
    await eventually(async () => {
      const [row] = await gateway.database.query('SELECT phase FROM video_tasks WHERE id = $1', [id]);
      return row?.['phase'] === 'polling' || undefined;
    });
    return { id, made };
  }

  const getStatus = async (id: string): Promise<string> => {
    const response = await fetch(`${gateway.baseUrl}/video/generations/${id}`, { headers });
    return ((await response.json()) as { status: string }).status;
  };

  const completed = (id: string): Promise<true> =>
    eventually(async () => (await getStatus(id)) === 'completed' || undefined);

  it('makes the worker poll its task at once, and does not replace the poll', async () => {
    const { id, made } = await create('believed');
    expect(made.callbackUrl).toMatch(new RegExp(`^${gateway.origin}/v1/video/callbacks/${id}/[\\w-]{43}$`));
    await call(made.callbackUrl, { id: 'x', state: 'success', creations: [{ url: 'http://evil.example' }] });
    await eventually(() => made.polls === 1 || undefined);
    made.state = 'success';
    const answer = await call(made.callbackUrl, { state: 'failed', err_code: 'BadRequest' });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    await completed(id);
    expect((await call(made.callbackUrl)).status).toBe(200);
    expect(made.polls).toBe(2);
  });

  it('is rejected without its secret, and its body is ignored', async () => {
    const [{ made }, { made: other }] = [await create('mine'), await create('others')];
    const signature = other.callbackUrl.split('/').at(-1) ?? '';
    const forged = [
      made.callbackUrl.replace(/[^/]+$/, signature),
      made.callbackUrl.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
      `${made.callbackUrl}A`,
      made.callbackUrl.replace(/[^/]+$/, 'x'),
      `${gateway.baseUrl}/video/callbacks/video_0/${signature}`,
    ];
    for (const url of forged) expect((await call(url, { challenge: 'x' })).status).toBe(404);
    await pause(200);
    expect([made.polls, other.polls]).toEqual([0, 0]);
  });

  it('may call back any number of times, and may check that the address exists', async () => {
    const { id, made } = await create('often');
    const startedAt = performance.now();
    while (performance.now() - startedAt < 2_000) {
      const answers = await Promise.all([1, 2, 3].map(() => call(made.callbackUrl, { challenge: 'c-1' })));
      for (const answer of answers) expect(await answer.json()).toEqual({ challenge: 'c-1' });
    }
    expect(made.polls).toBeLessThanOrEqual(3);
    await eventually(async () => (await getStatus(id)) === 'in_progress' || undefined);
    made.state = 'success';
    await call(made.callbackUrl);
    await completed(id);
  });

  it('is processed also while its task is being polled', async () => {
    const { id, made } = await create('meanwhile');
    let release: (() => void) | undefined;
    made.held = new Promise((resolve) => {
      release = resolve;
    });
    await call(made.callbackUrl);
    await eventually(() => made.polls === 1 || undefined);
    // Longer than the time within which two callbacks are merged.
    await pause(1_100);
    made.state = 'success';
    await call(made.callbackUrl);
    release?.();
    await completed(id);
  });
});

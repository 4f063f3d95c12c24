import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service } from '#lifecycle';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { ask } from './ask.js';
import { type OwnedObjects, ownedToken, queuedTask } from './owned-objects.js';
import { People } from './people.js';

const PRICED = { id: 'sandbox-video', price: { perSecondVideo: 0.1 } };

describe('a task that a worker has finished', () => {
  let gateway: TestGateway;
  let worker: Service;
  let people: People;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true, models: [PRICED] });
    const pollTimes = { minMs: 20, maxMs: 100, maxAfterFaultMs: 100 };
    worker = await createWorker({ ...gateway.shared, settings: { pollTimes } });
    people = await People.of(gateway);
  });

  afterAll(async () => {
    await people.leave();
    await worker.close();
    await gateway.stop();
  });

  it('is shown with a link to its video and every submission', async () => {
    const { origin } = gateway;
    const [admin, owner] = [await people.signedIn('admin'), await people.signedIn('member')];
    const owned: OwnedObjects = { origin, admin, owner };
    const id = await queuedTask(owned, await ownedToken(owned), { duration: 1, size: '128x72' });
    const body = await eventually(async () => {
      const answer = await ask(origin, `GET /api/tasks/${id}`, { headers: owner.headers });
      return answer.body['status'] === 'completed' ? answer.body : undefined;
    }, 40_000);
    expect(body).toMatchObject({
      channel: 'sandbox',
      cost_usd: 0.1,
      attempts: [{ channel: 'sandbox', undone_by: null }],
      file: { duration_seconds: 1, width: 128, height: 72 },
    });
    const kinds = (body['timeline'] as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['accepted', 'submitting', 'submitted', 'completed']));
    const video = await fetch((body['file'] as { url: string }).url);
    expect(video.headers.get('content-type')).toBe('video/mp4');
    const bytes = Buffer.from(await video.arrayBuffer());
    const content = (more: Record<string, string> = {}, method = 'GET') =>
      fetch(`${origin}/api/tasks/${id}/content`, { method, headers: { ...owner.headers, ...more } });
    const whole = await content();
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(whole.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(whole.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await content({ range: 'bytes=4-7' });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    const described = await content({}, 'HEAD');
    expect([described.status, described.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect((await content({ range: `bytes=${bytes.length}-` })).status).toBe(416);
    const stranger = await people.signedIn('member');
    expect((await content(stranger.headers)).status).toBe(404);
    expect((await content(stranger.headers, 'HEAD')).status).toBe(404);
    expect((await fetch(`${origin}/api/tasks/${id}/content`, { method: 'HEAD' })).status).toBe(401);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RefusalJournal } from '#metering';
import { type ApiHarness, startApiHarness } from '../e2e/video/api-harness.js';
import { eventually } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import {
  type OwnedObjects,
  type OwnedToken,
  cancelledTask,
  ownedToken,
  queuedTask,
} from './owned-objects.js';
import { People } from './people.js';
import { getIds, readAllIds } from './read-all.js';

const PRICED = { id: 'sandbox-video', price: { perSecondVideo: 0.1 } };

const IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('tasks, for the operator of the gateway', () => {
  let harness: ApiHarness;
  let people: People;
  let owned: OwnedObjects;
  let token: OwnedToken;

  beforeAll(async () => {
    harness = await startApiHarness({
      models: [PRICED],
    });
    people = await People.of(harness.gateway);
    owned = {
      origin: harness.gateway.origin,
      admin: await people.signedIn('admin'),
      owner: await people.signedIn('member'),
    };
    token = await ownedToken(owned);
  });

  afterAll(async () => {
    await people.leave();
    await harness.stop();
  });

  const get = (path: string, who = owned.admin): Promise<AdminAnswer> =>
    ask(owned.origin, `GET /api/tasks${path}`, { headers: who.headers });
  const post = (path: string, who = owned.admin): Promise<AdminAnswer> =>
    ask(owned.origin, `POST /api/tasks${path}`, { headers: who.headers });
  const findAudit = (id: string): Promise<unknown[]> =>
    harness.gateway.database.query(
      `SELECT action, actor->>'name' AS actor_name FROM audit_entries WHERE subject_id = $1 ORDER BY seq`,
      [id],
    );

  /** The rejected requests of a token, each in detail. */
  const findRefused = async ({ id: tokenId }: OwnedToken): Promise<unknown[]> => {
    await harness.gateway.get(RefusalJournal).flush();
    const { headers } = owned.admin;
    const { body } = await ask(owned.origin, `GET /api/requests?token=${tokenId}&outcome=refused`, {
      headers,
    });
    const details = (body['data'] as { id: string }[]).map(({ id }) =>
      ask(owned.origin, `GET /api/requests/${id}`, { headers }),
    );
    return (await Promise.all(details)).map((answer) => answer.body);
  };

  it('are listed newest first or oldest first, page by page', async () => {
    const fresh = await ownedToken(owned);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await queuedTask(owned, fresh));
    expect(await readAllIds((cursor) => get(`?token=${fresh.id}&limit=2${cursor}`))).toEqual(ids);
    const oldestFirst = await readAllIds((cursor) =>
      get(`?token=${fresh.id}&limit=2&sort=created_at${cursor}`),
    );
    expect(oldestFirst).toEqual(ids.toReversed());
  });

  it('are filtered', async () => {
    const mine = await ownedToken(owned);
    const asked = Date.now();
    const ids = {
      queued: await queuedTask(owned, mine),
      in_progress: await queuedTask(owned, mine),
      failed: await queuedTask(owned, mine),
      cancelled: await cancelledTask(owned, mine),
    };
    await harness.begin(ids.in_progress);
    await harness.fail(ids.failed, 502, 'It did not work.');
    for (const [status, id] of Object.entries(ids)) {
      expect(getIds(await get(`?token=${mine.id}&status=${status}`))).toEqual([id]);
    }
    expect(getIds(await get(`?token=${mine.id}&model=another`))).toEqual([]);
    expect(getIds(await get(`?token=${mine.id}&owner=${owned.owner.email}`))).toHaveLength(4);
    const until = new Date(asked - 60_000).toISOString();
    expect(getIds(await get(`?token=${mine.id}&from=${until}`))).toHaveLength(4);
    expect(getIds(await get(`?token=${mine.id}&to=${until}`))).toEqual([]);
  });

  it.each([
    ['status=done', 'status'],
    ['token=mine', 'token'],
    ['from=yesterday', 'from'],
    ['cursor=bm9uZQ', 'cursor'],
  ])('are rejected with ?%s', async (query, param) => {
    const answer = await get(`?${query}`);
    expect([answer.status, getFault(answer)[2]]).toEqual([400, param]);
  });

  it('are shown with their request and their history', async () => {
    const id = await queuedTask(owned, token, { prompt: 'a lighthouse', duration: 4, size: '320x180' });
    const { status, body } = await get(`/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      status: 'queued',
      model: 'sandbox-video',
      owner: owned.owner.email,
      token_id: token.id,
      retry_of: null,
      held_usd: 0.4,
      cost_usd: null,
      request: { prompt: 'a lighthouse', images: 0, duration_seconds: 4, width: 320, height: 180 },
      attempts: [],
      timeline: [{ kind: 'accepted', from_phase: null, to_phase: 'accepted' }],
      file: null,
      retried_as: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/seal|account/);
  });

  it('have a video only once it is finished', async () => {
    const id = await queuedTask(owned, token);
    expect(getFault(await get(`/${id}/content`))).toEqual([400, 'video_not_ready', 'id']);
    await harness.fail(id, 502, 'It did not work.');
    expect(getFault(await get(`/${id}/content`))).toEqual([404, 'video_failed', 'id']);
  });

  it('of others are not found by a member', async () => {
    const other = await people.signedIn('member');
    const id = await queuedTask(owned, token);
    expect(getFault(await get(`/${id}`, other))).toEqual([404, 'not_found', 'id']);
    expect(getFault(await post(`/${id}/cancel`, other))).toEqual([404, 'not_found', 'id']);
    expect(getFault(await post(`/${id}/retry`, other))).toEqual([404, 'not_found', 'id']);
    expect(getIds(await get('', other))).toEqual([]);
    expect(getIds(await get(`?owner=${owned.owner.email}`, other))).toEqual([]);
    expect(getIds(await get('', owned.owner))).toContain(id);
  });

  describe('that are cancelled', () => {
    it('end at once if no worker has begun, and the admin is recorded', async () => {
      const id = await queuedTask(owned, token);
      const { status, body } = await post(`/${id}/cancel`, owned.owner);
      expect([status, body['status']]).toEqual([200, 'cancelled']);
      expect(await findAudit(id)).toEqual([{ action: 'task.cancel', actor_name: owned.owner.email }]);
      expect((await post(`/${id}/cancel`)).status).toBe(200);
      expect(await findAudit(id)).toHaveLength(1);
    });

    it('end a little later if an upstream is processing them', async () => {
      const id = await queuedTask(owned, token);
      await harness.begin(id);
      const { body } = await post(`/${id}/cancel`);
      expect(body).toMatchObject({ status: 'in_progress', cancel_requested_at: expect.any(String) });
      expect(await findAudit(id)).toHaveLength(1);
    });

    it('are rejected once there is a video', async () => {
      const id = await queuedTask(owned, token);
      await harness.complete(id);
      expect(getFault(await post(`/${id}/cancel`))).toEqual([409, 'task_finished', 'task_id']);
      expect(await findAudit(id)).toEqual([]);
    });
  });

  describe('that are repeated', () => {
    it('become a new one with the same request, for which money is reserved', async () => {
      const id = await cancelledTask(owned, token, { duration: 3, prompt: 'a red kite' });
      const { status, body } = await post(`/${id}/retry`, owned.owner);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        status: 'queued',
        retry_of: id,
        held_usd: 0.3,
        token_id: token.id,
        request: { prompt: 'a red kite', duration_seconds: 3 },
      });
      expect((await get(`/${id}`)).body).toMatchObject({ status: 'cancelled', retried_as: [body['id']] });
      expect(await findAudit(id)).toEqual([
        { action: 'task.cancel', actor_name: owned.admin.email },
        { action: 'task.retry', actor_name: owned.owner.email },
      ]);
    });

    it('keep the session of the first request, but not its client', async () => {
      const headers = { 'x-session-id': 'session-of-a-retry' };
      const id = await harness.create({}, { token: token.key, headers });
      await post(`/${id}/cancel`);
      const { body } = await post(`/${id}/retry`);
      const { request } = await harness.getRow(String(body['id']));
      expect(request).toMatchObject({ sessionId: 'session-of-a-retry' });
      expect(request).not.toHaveProperty('client');
    });

    it('are not repeated twice at a time', async () => {
      const id = await cancelledTask(owned, token);
      const answers = await Promise.all([post(`/${id}/retry`), post(`/${id}/retry`), post(`/${id}/retry`)]);
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409']);
      const [retry] = (await get(`/${id}`)).body['retried_as'] as string[];
      await post(`/${retry}/cancel`);
      expect((await post(`/${id}/retry`)).status).toBe(201);
    });

    it('are not repeated with a model that their owner may no longer use', async () => {
      const id = await cancelledTask(owned, token);
      const setModels = (models: string[] | null) =>
        ask(owned.origin, `PATCH /api/users/${owned.owner.id}`, {
          headers: owned.admin.headers,
          body: { limits: { models } },
        });
      await setModels(['other']);
      await eventually(async () => {
        const { body } = await ask(owned.origin, 'GET /api/session/limits', { headers: owned.owner.headers });
        return body['together'] !== null;
      });
      expect(getFault(await post(`/${id}/retry`))).toEqual([403, 'model_not_allowed', 'model']);
      await setModels(null);
      await eventually(async () => (await post(`/${id}/retry`)).status === 201);
    });

    it('count as requests of their token', async () => {
      const limited = await ownedToken(owned);
      const id = await cancelledTask(owned, limited);
      const headers = owned.admin.headers;
      const patched = await ask(owned.origin, `PATCH /api/tokens/${limited.id}`, {
        headers,
        body: { rpm: 1 },
      });
      expect(patched.status).toBe(200);
      const { body } = await post(`/${id}/retry`);
      await post(`/${String(body['id'])}/cancel`);
      const refused = await post(`/${id}/retry`);
      expect([refused.status, refused.body['error']]).toMatchObject([429, { code: 'rate_limit_exceeded' }]);
      expect(await findRefused(limited)).toEqual([
        expect.objectContaining({
          outcome: 'rate-limited',
          model: 'sandbox-video',
          operation: 'video',
          client_address: '127.0.0.1',
          path: `/api/tasks/${id}/retry`,
        }),
      ]);
    });

    it('have their own copies of images', async () => {
      const before = await harness.storedFiles();
      const id = await cancelledTask(owned, token, { image: IMAGE });
      const { body } = await post(`/${id}/retry`);
      expect(body['request']).toMatchObject({ images: 1 });
      expect(await harness.storedFiles()).toHaveLength(before.length + 2);
      const headers = { authorization: `Bearer ${token.key}` };
      await ask(owned.origin, `DELETE /v1/videos/${id}`, { headers });
      expect(await harness.storedFiles()).toHaveLength(before.length + 1);
      expect(await harness.getRow(String(body['id']))).toMatchObject({ request: { retryOf: id } });
    });

    it('share no download of a link', async () => {
      const url = 'http://93.184.216.34/a.png';
      const id = await cancelledTask(owned, token, { image: url });
      await harness.storeDownload(id, { id: 'a'.repeat(32), extension: 'png' });
      const { body } = await post(`/${id}/retry`);
      const { request } = await harness.getRow(String(body['id']));
      expect(request).toMatchObject({ images: [{ kind: 'url', url, param: 'image' }] });
      expect(JSON.stringify(request)).not.toContain('copy');
    });

    it('leave nothing behind if they are rejected', async () => {
      const id = await cancelledTask(owned, token, { image: IMAGE });
      await post(`/${id}/retry`);
      const files = await harness.storedFiles();
      expect(getFault(await post(`/${id}/retry`))).toEqual([409, 'task_being_retried', null]);
      expect(await harness.storedFiles()).toEqual(files);
    });

    it.each(['queued', 'in_progress', 'completed'])('are rejected while they are %s', async (state) => {
      const id = await queuedTask(owned, token);
      if (state === 'in_progress') await harness.begin(id);
      if (state === 'completed') await harness.complete(id);
      expect(getFault(await post(`/${id}/retry`))).toEqual([409, 'task_not_failed', null]);
    });

    it('are rejected for a token that was revoked', async () => {
      const revoked = await ownedToken(owned);
      const id = await cancelledTask(owned, revoked);
      await ask(owned.origin, `DELETE /api/tokens/${revoked.id}`, { headers: owned.admin.headers });
      expect(getFault(await post(`/${id}/retry`))).toEqual([409, 'token_not_usable', null]);
    });

    it('are not charged to the new owner of the token', async () => {
      const passedOn = await ownedToken(owned);
      const id = await cancelledTask(owned, passedOn);
      const { email } = await people.signedIn('member');
      const { headers } = owned.admin;
      await ask(owned.origin, `PATCH /api/tokens/${passedOn.id}`, { headers, body: { owner: email } });
      expect(getFault(await post(`/${id}/retry`, owned.owner))).toEqual([409, 'token_not_usable', null]);
      expect(getFault(await post(`/${id}/retry`))).toEqual([409, 'token_not_usable', null]);
    });

    it('are rejected if the budget of their token is not enough', async () => {
      const poor = await ownedToken(owned, { budget_usd: 1 });
      const id = await queuedTask(owned, poor, { duration: 9 });
      await harness.fail(id, 502, 'It did not work.');
      expect(getFault(await post(`/${id}/retry`)).slice(0, 2)).toEqual([429, 'insufficient_quota']);
      expect(await findRefused(poor)).toEqual([expect.objectContaining({ outcome: 'budget-exhausted' })]);
    });
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeliveryTable } from '../e2e/webhooks/delivery-table.js';
import { WebhookReceiver, answerWith } from '../e2e/webhooks/webhook-receiver.js';
import { type Service } from '#lifecycle';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { type OwnedObjects, type OwnedToken, ownedToken, pendingDelivery } from './owned-objects.js';
import { People } from './people.js';
import { getIds, readAllIds } from './read-all.js';

type DeliveryBody = Record<string, unknown> & { id: string };

describe('webhook deliveries, for the operator of the gateway', () => {
  let gateway: TestGateway;
  let people: People;
  let owned: OwnedObjects;
  let token: OwnedToken;
  let table: DeliveryTable;

  beforeAll(async () => {
    gateway = await startTestGateway({
      environment: { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' },
    });
    people = await People.of(gateway);
    table = new DeliveryTable(gateway.database);
    const [admin, owner] = [await people.signedIn('admin'), await people.signedIn('member')];
    owned = { origin: gateway.origin, admin, owner };
    token = await ownedToken(owned);
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  const get = (path: string, who = owned.admin): Promise<AdminAnswer> =>
    ask(owned.origin, `GET /api/webhook-deliveries${path}`, { headers: who.headers });
  const replay = (id: string, who = owned.admin): Promise<AdminAnswer> =>
    ask(owned.origin, `POST /api/webhook-deliveries/${id}/replay`, { headers: who.headers });
  const add = (url = 'https://hooks.example/video', tokenId = token.id): Promise<string> =>
    table.add({ subject: `video_${randomBytes(8).toString('hex')}`, tokenId, url });
  const change = (id: string, assignments: string): Promise<unknown> =>
    gateway.database.query(`UPDATE webhook_deliveries SET ${assignments} WHERE id = $1`, [id]);

  it('are listed newest first, page by page, with filters', async () => {
    const mine = await ownedToken(owned);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await add(undefined, mine.id));
    const [dead = '', delivered = ''] = ids;
    await change(dead, `status = 'dead', finished_at = now()`);
    await change(delivered, `status = 'delivered', finished_at = now()`);
    expect(await readAllIds((cursor) => get(`?token=${mine.id}&limit=2${cursor}`))).toEqual(ids);
    expect(await readAllIds((cursor) => get(`?token=${mine.id}&sort=created_at&limit=2${cursor}`))).toEqual(
      ids.toReversed(),
    );
    expect(getIds(await get(`?token=${mine.id}&state=dead`))).toEqual([dead]);
    expect(getIds(await get(`?token=${mine.id}&state=delivered`))).toEqual([delivered]);
    expect(getIds(await get(`?token=${mine.id}&state=pending`))).toEqual(ids.slice(2));
    expect(getIds(await get(`?token=${mine.id}&type=video.completed`))).toHaveLength(5);
    expect(getIds(await get(`?token=${mine.id}&type=video.failed`))).toEqual([]);
    expect(getIds(await get(`?token=${mine.id}&to=2020-01-01T00:00:00Z`))).toEqual([]);
    expect(getIds(await get(`?token=${mine.id}&from=2020-01-01T00:00:00Z`))).toHaveLength(5);
  });

  it('are shown with their attempts and responses, and without a secret', async () => {
    const id = await pendingDelivery(owned);
    await change(id, `attempts = 3, last_status = 503, last_error = 'answered 503'`);
    const { status, body } = await get(`/${id}`, owned.owner);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      state: 'pending',
      type: 'video.failed',
      url: 'https://hooks.example/video',
      token_name: expect.stringContaining(owned.owner.email),
      attempts: 3,
      last_status: 503,
      last_error: 'answered 503',
      next_attempt_at: expect.any(String),
      finished_at: null,
      payload: { type: 'video.failed' },
    });
    expect(JSON.stringify(body)).not.toMatch(/whsec|secret/);
  });

  it('are reset to their initial state, and the admin is recorded', async () => {
    const id = await add();
    await change(id, `status = 'dead', attempts = 10, finished_at = now()`);
    const { status, body } = await replay(id, owned.owner);
    expect([status, body['state'], body['attempts']]).toEqual([200, 'pending', 0]);
    const entries = await gateway.database.query(
      `SELECT action, actor->>'name' AS actor, changes FROM audit_entries WHERE subject_id = $1`,
      [id],
    );
    expect(entries).toEqual([
      {
        action: 'webhook-delivery.replay',
        actor: owned.owner.email,
        changes: { state: { from: 'dead', to: 'pending' } },
      },
    ]);
  });

  it('are not changed while they are being sent', async () => {
    const id = await add();
    await change(id, `lease_until = now() + interval '1 minute'`);
    expect(getFault(await replay(id))).toEqual([409, 'being_sent', null]);
  });

  it('of others are not found by a member', async () => {
    const other = await people.signedIn('member');
    const id = await add();
    const ofNobody = await table.add({
      subject: 'budget',
      tokenId: '00000000-0000-4000-8000-000000000000',
      url: 'https://hooks.example',
    });
    expect(getFault(await get(`/${id}`, other))).toEqual([404, 'not_found', 'id']);
    expect(getFault(await replay(id, other))).toEqual([404, 'not_found', 'id']);
    expect(getIds(await get('', other))).toEqual([]);
    expect(getIds(await get('', owned.owner))).not.toContain(ofNobody);
    expect((await get(`/${ofNobody}`)).body).toMatchObject({ token_id: null, token_name: null });
  });

  it.each([
    ['state=lost', 'state'],
    ['token=x', 'token'],
    ['cursor=x', 'cursor'],
    ['sort=payload', 'sort'],
    ['secret=x', 'secret'],
  ])('are rejected with ?%s', async (query, param) => {
    const answer = await get(`?${query}`);
    expect([answer.status, getFault(answer)[2]]).toEqual([400, param]);
  });

  describe('with a worker', () => {
    let worker: Service;
    let receiver: WebhookReceiver;

    beforeAll(async () => {
      await table.clear();
      receiver = await new WebhookReceiver().listen();
      worker = await createWorker(gateway.shared);
    });

    afterAll(async () => {
      await worker.close();
      await receiver.close();
    });

    it('are sent again with the same id', async () => {
      receiver.answer('/hook', answerWith(410), answerWith(200));
      const id = await add(receiver.url('/hook'));
      const stateIs = (state: string): Promise<DeliveryBody> =>
        eventually(async () => {
          const { body } = await get(`/${id}`);
          return body['state'] === state ? (body as DeliveryBody) : undefined;
        });
      expect(await stateIs('dead')).toMatchObject({ last_status: 410, attempts: 1 });
      await replay(id);
      expect(await stateIs('delivered')).toMatchObject({ last_status: 200, attempts: 1 });
      expect(receiver.callsTo('/hook').map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    });
  });
});

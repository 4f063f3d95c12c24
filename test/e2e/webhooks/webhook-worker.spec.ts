import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDataSource } from '#database';
import { PublicFetcher } from '#egress';
import { DeliveryRepository, DeliverySender, WebhookWorker } from '#webhooks';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { type TestDatabase, createTestDatabase, eventually } from '../../harness/index.js';
import { DeliveryTable } from './delivery-table.js';
import { type Answer, WebhookReceiver, answerWith } from './webhook-receiver.js';

interface WorkerOptions {
  deliveries: DeliveryRepository;
  sender: PublicFetcher;
  getSecrets: (tokenId: string) => Promise<string[]>;
  timeoutMs: number;
}

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const TOKEN_ID = randomUUID();
const OTHER_TOKEN_ID = randomUUID();
const logger = pino({ level: 'silent' });

const neverRespond: Answer = () => undefined;

describe('WebhookWorker', () => {
  let database: TestDatabase;
  let dataSource: ReturnType<typeof createDataSource>;
  let deliveries: DeliveryRepository;
  let table: DeliveryTable;
  let receiver: WebhookReceiver;
  let subjects = 0;
  const local = new PublicFetcher(['127.0.0.0/8', '::1/128']);
  const strict = new PublicFetcher([]);

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = createDataSource({ url: database.url, entities: [], poolSize: 3 });
    await dataSource.initialize();
    deliveries = new DeliveryRepository(dataSource);
    table = new DeliveryTable(database);
  });

  afterAll(async () => {
    await Promise.all([local.close(), strict.close(), dataSource.destroy()]);
    await database.drop();
  });

  beforeEach(async () => {
    receiver = await new WebhookReceiver().listen();
  });

  afterEach(async () => {
    await receiver.close();
    await table.clear();
  });

  const newWorker = (options: Partial<WorkerOptions> = {}): WebhookWorker => {
    const { getSecrets = () => Promise.resolve([SECRET]), timeoutMs } = options;
    const sender = new DeliverySender(
      options.sender ?? local,
      { of: getSecrets },
      { during: (_span, work) => work({}) },
      { file: undefined },
      timeoutMs === undefined ? undefined : { timeoutMs },
    );
    return new WebhookWorker(options.deliveries ?? deliveries, sender, logger);
  };
  const add = (url: string, tokenId = TOKEN_ID): Promise<string> => {
    subjects += 1;
    return table.add({ url, tokenId, subject: `task-${subjects}` });
  };
  const addSeveral = (count: number, url: string): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => add(url)));

  it('delivers what is due once, with a signature that the official library accepts', async () => {
    receiver.answer('/hook?a=1', answerWith(204));
    const id = await add(receiver.url('/hook?a=1'));
    const worker = newWorker();
    expect(await worker.runDue()).toBe(1);
    expect(await worker.runDue()).toBe(0);
    const [call, ...more] = receiver.calls;
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      method: 'POST',
      path: '/hook?a=1',
      headers: { 'webhook-id': id, 'content-type': 'application/json', 'user-agent': 'modelgate' },
    });
    expect(new Webhook(SECRET).verify(call?.body ?? '', call?.headers ?? {})).toEqual({
      type: 'video.completed',
      data: { id: `task-${subjects}` },
    });
    expect(await table.find(id)).toMatchObject({ status: 'delivered', attempts: 1, lastStatus: 204 });
  });

  it('retries later after a failure, with the same id', async () => {
    receiver.answer('/hook', answerWith(500), answerWith(200));
    const id = await add(receiver.url('/hook'));
    const worker = newWorker();
    await worker.runDue();
    const afterFailure = await table.find(id);
    expect(afterFailure).toMatchObject({
      status: 'pending',
      attempts: 1,
      lastStatus: 500,
      lastError: 'the receiver returned status 500',
    });
    expect(afterFailure.dueInSeconds).toBeGreaterThan(3);
    expect(afterFailure.dueInSeconds).toBeLessThan(5.6);
    expect(await worker.runDue()).toBe(0);
    await table.skipWaits();
    expect(await worker.runDue()).toBe(1);
    expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(await table.find(id)).toMatchObject({ status: 'delivered', attempts: 2, lastError: null });
  });

  it('gives up after the last attempt', async () => {
    receiver.answer('/hook', answerWith(500));
    const id = await add(receiver.url('/hook'));
    await table.setAttempts(id, 9);
    const worker = newWorker();
    await worker.runDue();
    expect(await table.find(id)).toMatchObject({ status: 'dead', attempts: 10, lastStatus: 500 });
    await table.skipWaits();
    expect(await worker.runDue()).toBe(0);
  });

  it('follows no redirect', async () => {
    receiver.answer('/hook', answerWith(307, { location: receiver.url('/elsewhere') }));
    const id = await add(receiver.url('/hook'));
    await newWorker().runDue();
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/hook']);
    expect(await table.find(id)).toMatchObject({ status: 'pending', lastStatus: 307 });
  });

  it('has a timeout for a receiver that does not respond', async () => {
    receiver.answer('/hook', neverRespond);
    const id = await add(receiver.url('/hook'));
    await newWorker({ timeoutMs: 200 }).runDue();
    expect(await table.find(id)).toMatchObject({
      status: 'pending',
      lastStatus: null,
      lastError: 'no response within 0.2 seconds',
    });
  });

  it('accepts a status whose body never ends, and reads only a little of it', async () => {
    let written = 0;
    receiver.answer('/endless', (response) => {
      response.writeHead(200);
      const write = (): void => {
        if (response.destroyed) return;
        written += 16_384;
        response.write(Buffer.alloc(16_384), () => setImmediate(write));
      };
      write();
    });
    receiver.answer('/stalled', (response) => response.writeHead(200).write('wait'));
    const ids = [await add(receiver.url('/endless')), await add(receiver.url('/stalled'))];
    await newWorker({ timeoutMs: 1_000 }).runDue();
    for (const id of ids)
      expect(await table.find(id)).toMatchObject({ status: 'delivered', lastStatus: 200 });
    const afterwards = await eventually(() => (receiver.calls.length === 2 ? written : undefined));
    expect(afterwards).toBeLessThan(16 * 2 ** 20);
  });

  it('records a receiver that is not reachable', async () => {
    const gone = await new WebhookReceiver().listen();
    const url = gone.url('/hook');
    await gone.close();
    const id = await add(url);
    await newWorker().runDue();
    expect(await table.find(id)).toMatchObject({
      status: 'pending',
      lastError: 'the connection failed: ECONNREFUSED',
    });
  });

  it('stops calling an address that responds with 410, for that token', async () => {
    receiver.answer('/hook', answerWith(410));
    const worker = newWorker();
    const first = await add(receiver.url('/hook'));
    await worker.runDue();
    const waiting = await addSeveral(2, receiver.url('/hook'));
    const ofOther = await add(receiver.url('/hook'), OTHER_TOKEN_ID);
    const elsewhere = await add(receiver.url('/other'));
    const [tried] = waiting;
    await database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 hour' WHERE id <> ALL($1)`,
      [[tried, elsewhere]],
    );
    await worker.runDue();
    for (const id of [first, ...waiting]) {
      expect(await table.find(id)).toMatchObject({ status: 'dead', lastStatus: 410, lastError: 'gone' });
    }
    expect((await table.find(ofOther)).status).toBe('pending');
    expect((await table.find(elsewhere)).status).toBe('delivered');
    expect(receiver.callsTo('/hook').map(({ headers }) => headers['webhook-id'])).toEqual([first, tried]);
  });

  it('retries at the time that the receiver requests, and not before', async () => {
    receiver.answer('/hook', answerWith(503, { 'retry-after': '120' }));
    const id = await add(receiver.url('/hook'));
    await newWorker().runDue();
    const { dueInSeconds } = await table.find(id);
    expect(dueInSeconds).toBeGreaterThan(110);
    expect(dueInSeconds).toBeLessThanOrEqual(120);
  });

  it.each([429, 502, 504])('pauses a receiver that responds with %i, and no other', async (status) => {
    receiver.answer('/hook?task=1', answerWith(status));
    const worker = newWorker();
    const throttled = await add(receiver.url('/hook?task=1'));
    await worker.runDue();
    const later = await add(receiver.url('/hook?task=2'));
    const ofOther = await add(receiver.url('/hook?task=2'), OTHER_TOKEN_ID);
    const elsewhere = await add(receiver.url('/other'));
    await database.query('UPDATE webhook_deliveries SET next_attempt_at = now()');
    expect(await worker.runDue()).toBe(2);
    const states = await Promise.all([throttled, later, ofOther, elsewhere].map((id) => table.find(id)));
    expect(states.map((state) => state.status)).toEqual(['pending', 'pending', 'delivered', 'delivered']);
    await table.skipWaits();
    receiver.answer('/hook?task=1', answerWith(200));
    expect(await worker.runDue()).toBe(2);
  });

  it('delivers again, with the same id, what arrived but could not be recorded', async () => {
    const id = await add(receiver.url('/hook'));
    const crashing = Object.create(deliveries, {
      markDelivered: { value: () => Promise.reject(new Error('killed')) },
    }) as DeliveryRepository;
    await expect(newWorker({ deliveries: crashing }).runDue()).rejects.toThrow('killed');
    expect(await table.find(id)).toMatchObject({ status: 'pending' });
    const survivor = newWorker();
    expect(await survivor.runDue()).toBe(0);
    await table.skipWaits();
    expect(await survivor.runDue()).toBe(1);
    expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(await table.find(id)).toMatchObject({ status: 'delivered' });
  });

  it('is not delayed by a receiver that does not respond, and opens at most four calls to it', async () => {
    const hanging = await new WebhookReceiver().listen();
    for (const path of ['/a', '/b']) hanging.answer(path, neverRespond);
    await addSeveral(8, hanging.url('/a'));
    await addSeveral(4, hanging.url('/b'));
    const early = await addSeveral(10, receiver.url('/hook'));
    const worker = newWorker();
    const held = worker.runDue();
    await eventually(() => (hanging.calls.length === 4 ? true : undefined));
    const late = await add(receiver.url('/hook'));
    await worker.runDue();
    const states = await Promise.all([...early, late].map((id) => table.find(id)));
    expect(states.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 'delivered'));
    expect(hanging.calls).toHaveLength(4);
    expect(hanging.maxAtOnce).toBe(4);
    expect(receiver.maxAtOnce).toBeLessThanOrEqual(4);
    await database.query(`DELETE FROM webhook_deliveries WHERE lease_until IS NULL`);
    await hanging.close();
    await held;
  });

  it('has at most 32 open calls', async () => {
    const hanging = await Promise.all(Array.from({ length: 9 }, () => new WebhookReceiver().listen()));
    for (const one of hanging) {
      one.answer('/hook', neverRespond);
      await addSeveral(4, one.url('/hook'));
    }
    const openCalls = (): number => hanging.reduce((sum, { calls }) => sum + calls.length, 0);
    const worker = newWorker();
    const held = worker.runDue();
    await eventually(() => (openCalls() === 32 ? true : undefined));
    expect(await worker.runDue()).toBe(0);
    expect(openCalls()).toBe(32);
    await database.query(`DELETE FROM webhook_deliveries WHERE lease_until IS NULL`);
    await Promise.all(hanging.map((one) => one.close()));
    expect(await held).toBe(32);
  });

  it('sends each delivery once with several workers', async () => {
    const ids = await addSeveral(30, receiver.url('/hook'));
    const counts = await Promise.all([newWorker(), newWorker()].map((one) => one.runDue()));
    expect(counts[0]).toBe(30 - (counts[1] ?? 0));
    expect(receiver.calls).toHaveLength(30);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids));
    expect(receiver.maxAtOnce).toBeLessThanOrEqual(4);
  });

  it('connects to no forbidden address, and records why', async () => {
    const links = [
      'http://169.254.169.254/latest/meta-data',
      receiver.url('/hook'),
      `http://localhost:${receiver.port}/hook`,
      `http://[::ffff:127.0.0.1]:${receiver.port}/hook`,
    ];
    for (const link of links) {
      const id = await add(link);
      await newWorker({ sender: strict }).runDue();
      expect(await table.find(id)).toMatchObject({
        status: 'pending',
        attempts: 1,
        lastStatus: null,
        lastError: 'The link resolves to an address that is not allowed.',
      });
    }
    expect(receiver.calls).toEqual([]);
  });

  it.each([
    ['is malformed', () => Promise.resolve(['whsec_'])],
    ['is missing', () => Promise.resolve([])],
    ['cannot be read', () => Promise.reject(new Error('the secret cannot be opened'))],
  ])('sends nothing unsigned if the secret %s', async (_how, getSecrets) => {
    const id = await add(receiver.url('/hook'));
    await newWorker({ getSecrets }).runDue();
    expect(receiver.calls).toEqual([]);
    expect(await table.find(id)).toMatchObject({
      status: 'pending',
      lastError: expect.stringContaining('secret'),
    });
  });
});

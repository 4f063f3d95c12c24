import { beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { pino } from 'pino';
import { MemoryKeyStore } from './__fixtures__/memory-key-store.js';
import { RecordingClient } from './__fixtures__/recording-client.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { IdempotentClient } from './idempotent-client.js';

const REQUEST = { tokenId: 't', route: 'POST /v1/x', key: 'k', bodyDigest: Buffer.from('{}') };
const HEADERS = { 'content-type': 'application/json' };
const BODY = Buffer.from('{"a":1}');
const GONE = new GatewayError('client-gone', 'The client closed the connection.');

let store: MemoryKeyStore;
let keys: IdempotencyKeys;
let connection: RecordingClient;
let shutdown: AbortController;
let client: IdempotentClient;

beforeEach(async () => {
  store = new MemoryKeyStore();
  keys = new IdempotencyKeys(store, pino({ level: 'silent' }));
  const begun = await keys.begin(REQUEST);
  if (begun.kind !== 'first') throw new Error('it ran before');
  connection = new RecordingClient();
  shutdown = new AbortController();
  client = new IdempotentClient(connection, begun.run, shutdown.signal);
});

const state = (): string | undefined => [...store.entries.values()][0]?.state;

describe('a whole answer', () => {
  it('is kept before it is sent', async () => {
    let stateWhenSent: string | undefined;
    connection.onEnd = () => {
      stateWhenSent = state();
    };
    await client.sendWhole(HEADERS, BODY);
    expect(stateWhenSent).toBe('answered');
    expect(connection).toMatchObject({ headers: HEADERS, body: BODY, ended: 'whole' });
    expect(await keys.begin(REQUEST)).toMatchObject({ kind: 'replay', answer: { status: 200, body: BODY } });
  });

  it('is worked for after its client has gone, and kept', async () => {
    connection.abort.abort(GONE);
    expect(client.signal.aborted).toBe(false);
    await expect(client.sendWhole(HEADERS, BODY)).rejects.toBe(GONE);
    await client.fail({ error: GONE, wasCharged: true, answer: { status: 499, headers: {}, body: BODY } });
    expect(await keys.begin(REQUEST)).toMatchObject({ kind: 'replay', answer: { status: 200, body: BODY } });
  });

  it('is given up when the process has to stop', () => {
    connection.abort.abort(GONE);
    const reason = new GatewayError('shutting-down', 'Bye.');
    shutdown.abort(reason);
    expect(client.signal.reason).toBe(reason);
  });

  it('is given up when it can no longer be given', () => {
    const reason = new GatewayError('shutting-down', 'Bye.');
    connection.abort.abort(reason);
    expect(client.signal.reason).toBe(reason);
  });
});

describe('a stream', () => {
  it.each(['end', 'breakOff'] as const)('is marked by its %s', async (ending) => {
    const stream = client.openStream(HEADERS);
    await stream.write('data: 1\n\n');
    expect(state()).toBe('running');
    stream[ending]('');
    await client.settled();
    expect(state()).toBe('streamed');
    expect(connection.body.toString()).toBe('data: 1\n\n');
  });

  it('ends with its client', () => {
    client.openStream(HEADERS);
    connection.abort.abort(GONE);
    expect(client.signal.reason).toBe(GONE);
  });

  it('is not opened for a client that has gone', () => {
    connection.abort.abort(GONE);
    expect(() => client.openStream(HEADERS)).toThrow(GONE);
  });

  it('that fails is a stream all the same', async () => {
    client.openStream(HEADERS);
    const error = new GatewayError('upstream-error', 'No.');
    await client.fail({ error, wasCharged: false, answer: { status: 502, headers: {}, body: BODY } });
    expect(state()).toBe('streamed');
  });
});

it('frees the key of a request that failed before anything happened', async () => {
  const error = new GatewayError('no-channel', 'No.');
  await client.fail({ error, wasCharged: false, answer: { status: 503, headers: {}, body: BODY } });
  expect(store.entries.size).toBe(0);
});

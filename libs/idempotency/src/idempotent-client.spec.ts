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
const DISCONNECTED = new GatewayError('client-gone', 'The client closed the connection.');

let store: MemoryKeyStore;
let keys: IdempotencyKeys;
let connection: RecordingClient;
let shutdown: AbortController;
let client: IdempotentClient;

beforeEach(async () => {
  store = new MemoryKeyStore();
  keys = new IdempotencyKeys(store, pino({ level: 'silent' }));
  const result = await keys.begin(REQUEST);
  if (result.kind !== 'first') throw new Error('it is a replay');
  connection = new RecordingClient();
  shutdown = new AbortController();
  client = new IdempotentClient(connection, result.run, shutdown.signal);
});

const state = (): string | undefined => [...store.entries.values()][0]?.state;

describe('a complete response', () => {
  it('is stored before it is sent', async () => {
    let stateWhenSent: string | undefined;
    connection.onEnd = () => {
      stateWhenSent = state();
    };
    await client.sendWhole(HEADERS, BODY);
    expect(stateWhenSent).toBe('answered');
    expect(connection).toMatchObject({ headers: HEADERS, body: BODY, ended: 'whole' });
    expect(await keys.begin(REQUEST)).toMatchObject({ kind: 'replay', answer: { status: 200, body: BODY } });
  });

  it('is completed and stored after its client has disconnected', async () => {
    connection.abort.abort(DISCONNECTED);
    expect(client.signal.aborted).toBe(false);
    await expect(client.sendWhole(HEADERS, BODY)).rejects.toBe(DISCONNECTED);
    await client.fail({
      error: DISCONNECTED,
      wasCharged: true,
      answer: { status: 499, headers: {}, body: BODY },
    });
    expect(await keys.begin(REQUEST)).toMatchObject({ kind: 'replay', answer: { status: 200, body: BODY } });
  });

  it('is aborted when the process has to stop', () => {
    connection.abort.abort(DISCONNECTED);
    const reason = new GatewayError('shutting-down', 'Bye.');
    shutdown.abort(reason);
    expect(client.signal.reason).toBe(reason);
  });

  it('is aborted when it can no longer be sent', () => {
    const reason = new GatewayError('shutting-down', 'Bye.');
    connection.abort.abort(reason);
    expect(client.signal.reason).toBe(reason);
  });
});

describe('a stream', () => {
  it.each(['end', 'abort'] as const)('is marked by its %s', async (ending) => {
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
    connection.abort.abort(DISCONNECTED);
    expect(client.signal.reason).toBe(DISCONNECTED);
  });

  it('is not opened for a client that has disconnected', () => {
    connection.abort.abort(DISCONNECTED);
    expect(() => client.openStream(HEADERS)).toThrow(DISCONNECTED);
  });

  it('that fails is also marked as streamed', async () => {
    client.openStream(HEADERS);
    const error = new GatewayError('upstream-error', 'No.');
    await client.fail({ error, wasCharged: false, answer: { status: 502, headers: {}, body: BODY } });
    expect(state()).toBe('streamed');
  });
});

it('releases the key of a request that failed without an effect', async () => {
  const error = new GatewayError('no-channel', 'No.');
  await client.fail({ error, wasCharged: false, answer: { status: 503, headers: {}, body: BODY } });
  expect(store.entries.size).toBe(0);
});

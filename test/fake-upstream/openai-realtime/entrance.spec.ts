import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { startFakeUpstream, type FakeUpstream } from '../index.js';
import { RawClient, refusalAt, type ClientOptions } from './raw-client.js';

const KEY: ClientOptions = { headers: { authorization: 'Bearer sk-upstream-1' } };
const AZURE_KEY: ClientOptions = { headers: { 'api-key': 'sk-upstream-1' } };

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

const at = (path: string) => `${upstream.origin}${path}`;
const OPENAI = '/v1/realtime?model=gpt-realtime';

describe('the entrance of realtime', () => {
  it('wants a key of its own, in HTTP', async () => {
    const refusal = await refusalAt(at(OPENAI), { headers: { authorization: 'Bearer sk-other' } });
    expect(refusal).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } });
    expect((await refusalAt(at(OPENAI))).status).toBe(401);
    expect(upstream.realtime.connections.map(({ refusedWith }) => refusedWith)).toEqual([401, 401]);
  });

  it('takes the key of a browser as a subprotocol, and does not say it back', async () => {
    const protocols = ['realtime', 'openai-insecure-api-key.sk-upstream-1'];
    const client = await RawClient.open(at(OPENAI), { protocols });
    expect(client.socket.protocol).toBe('realtime');
    const connection = await upstream.realtime.waitForConnection(0);
    expect(connection.protocols).toEqual(protocols);
  });

  it('is found at its paths only', async () => {
    expect((await refusalAt(at('/v1/chat/completions'), KEY)).status).toBe(404);
    expect((await refusalAt(at('/openai/realtime?deployment=m'), AZURE_KEY)).status).toBe(404);
    const dated = '/openai/v1/realtime?model=m&api-version=2025-04-01-preview';
    expect((await refusalAt(at(dated), AZURE_KEY)).status).toBe(400);
    expect(await refusalAt(at('/openai/v1/realtime?model=nobody'), AZURE_KEY)).toMatchObject({
      status: 404,
      body: { error: { code: 'DeploymentNotFound' } },
    });
    expect(await refusalAt(at('/openai/v1/realtime?model=m'))).toMatchObject({ status: 401 });
  });

  it.each([
    ['/v1/realtime?model=gpt-realtime', KEY, 'ga', ['session.created']],
    ['/openai/v1/realtime?model=m', AZURE_KEY, 'ga', ['session.created']],
    [
      '/v1/realtime?model=gpt-4o-realtime-preview',
      { headers: { ...KEY.headers, 'openai-beta': 'realtime=v1' } },
      'beta',
      ['session.created', 'conversation.created'],
    ],
    [
      '/openai/realtime?deployment=m&api-version=2025-04-01-preview',
      AZURE_KEY,
      'beta',
      ['session.created', 'conversation.created'],
    ],
  ])('opens a session at %s', async (path, options, dialect, types) => {
    const client = await RawClient.open(at(path), options);
    await client.until(types.at(-1) ?? '');
    expect(client.types).toEqual(types);
    expect(upstream.realtime.connections[0]).toMatchObject({ dialect, isOpen: true });
  });

  it('keeps what it was sent', async () => {
    const client = await RawClient.open(at(OPENAI), { headers: { ...KEY.headers, 'x-api-key': 'leak' } });
    client.send({ type: 'input_audio_buffer.clear', event_id: 'mine' });
    await client.until('input_audio_buffer.cleared');
    const connection = await upstream.realtime.waitForConnection(0);
    expect(connection.request.headers).toMatchObject({ authorization: 'Bearer sk-upstream-1' });
    expect(connection.request.foreignCredentials).toEqual(['x-api-key']);
    expect(connection.request.query.get('model')).toBe('gpt-realtime');
    expect(connection.events.map(({ raw }) => raw)).toEqual([
      '{"type":"input_audio_buffer.clear","event_id":"mine"}',
    ]);
    client.socket.close(3456, 'enough');
    expect(await connection.closed).toEqual({ code: 3456, reason: 'enough' });
    expect(upstream.realtime.openConnections()).toBe(0);
  });

  it.each([
    ['gpt-5-mini', 'invalid_model'],
    ['nobody', 'model_not_found'],
    ['', 'missing_model'],
  ])('says on the open connection that %j is no model of its own', async (model, code) => {
    const client = await RawClient.open(at(`/v1/realtime?model=${model}`), KEY);
    expect(await client.closed).toEqual({ code: 4000, reason: `invalid_request_error.${code}` });
    expect(client.events).toMatchObject([{ type: 'error', error: { type: 'invalid_request_error', code } }]);
  });

  it('listens without a model', async () => {
    const client = await RawClient.open(at('/v1/realtime?intent=transcription'), KEY);
    expect(await client.next('session.created')).toMatchObject({ session: { type: 'transcription' } });
    client.send({ type: 'response.create' });
    expect(await client.next('error')).toMatchObject({ error: { param: 'type' } });
  });

  it('refuses as it is told', async () => {
    upstream.realtime.nextConnection({ kind: 'refuse', status: 429 });
    upstream.realtime.nextConnection({ kind: 'refuse', status: 404 });
    expect(await refusalAt(at(OPENAI), KEY)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(await refusalAt(at(OPENAI), KEY)).toMatchObject({
      status: 404,
      body: { error: { code: 'model_not_found' } },
    });
    await (await RawClient.open(at(OPENAI), KEY)).until('session.created');
  });

  it('is silent, closes, resets or hangs as it is told', async () => {
    for (const kind of ['silent', 'reset', 'hang'] as const) upstream.realtime.nextConnection({ kind });
    upstream.realtime.nextConnection({ kind: 'close', code: 1013, reason: 'later' });
    const silent = await RawClient.open(at(OPENAI), KEY);
    silent.send({ type: 'response.create' });
    await expect(RawClient.open(at(OPENAI), KEY)).rejects.toThrow(/ECONNRESET|hang up/);
    const hanging = new WebSocket(at(OPENAI).replace('http', 'ws'), { ...KEY, handshakeTimeout: 50 });
    await expect(once(hanging, 'open')).rejects.toThrow('timed out');
    const closing = await RawClient.open(at(OPENAI), KEY);
    expect(await closing.closed).toEqual({ code: 1013, reason: 'later' });
    expect(silent.events).toEqual([]);
    expect(upstream.realtime.connections[0]?.eventTypes).toEqual(['response.create']);
  });
});

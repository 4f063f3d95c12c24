import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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

describe('the upgrade of realtime', () => {
  it('requires its own key, with an HTTP error', async () => {
    const refusal = await refusalAt(at(OPENAI), { headers: { authorization: 'Bearer sk-other' } });
    expect(refusal).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } });
    expect((await refusalAt(at(OPENAI))).status).toBe(401);
    expect(upstream.realtime.connections.map(({ refusedWith }) => refusedWith)).toEqual([401, 401]);
  });

  it('accepts the key of a browser as a subprotocol, and does not return it', async () => {
    const protocols = ['realtime', 'openai-insecure-api-key.sk-upstream-1'];
    const client = await RawClient.open(at(OPENAI), { protocols });
    expect(client.socket.protocol).toBe('realtime');
    const connection = await upstream.realtime.waitForConnection(0);
    expect(connection.protocols).toEqual(protocols);
  });

  it('is found only at its paths', async () => {
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
    ['gpt-5-mini', 'invalid_model'],
    ['nobody', 'model_not_found'],
    ['', 'missing_model'],
  ])('reports on the open connection that it does not have the model %j', async (model, code) => {
    const client = await RawClient.open(at(`/v1/realtime?model=${model}`), KEY);
    expect(await client.closed).toEqual({ code: 4000, reason: `invalid_request_error.${code}` });
    expect(client.events).toMatchObject([{ type: 'error', error: { type: 'invalid_request_error', code } }]);
  });
});

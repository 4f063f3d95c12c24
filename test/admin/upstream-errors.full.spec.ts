import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { RealtimeClient } from '../realtime/realtime-client.js';
import { ask } from './ask.js';
import { REQUEST_ID } from './outcome-faults.js';
import { faultyChannels, sendAndFind } from './provoke-fault.js';
import { People } from './people.js';

const REJECTED = {
  kind: 'error',
  status: 400,
  headers: { 'x-request-id': REQUEST_ID },
  body: { error: { message: 'Not like this.', type: 'invalid_request_error', code: 'no_way' } },
} as const;
const INPUT = [{ role: 'user', content: 'one two' }];

type SendRejected = (gateway: TestGateway) => Promise<unknown>;

const post =
  (path: string, body: object): SendRejected =>
  (gateway) =>
    ask(gateway.origin, `POST /v1/${path}`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
      body: { model: 'm', ...body },
    });

const overSocket: SendRejected = async (gateway) => {
  const client = await RealtimeClient.connect(`${gateway.baseUrl}/responses`, { token: TEST_TOKEN });
  client.send({ type: 'response.create', model: 'm', input: 'one two' });
  await client.next('error');
  client.close();
};

/** Video tasks, realtime sessions and background responses have this in their own suites. */
const SURFACES: [name: string, send: SendRejected, operation: string][] = [
  ['chat completions', post('chat/completions', { messages: INPUT }), 'chat'],
  ['a translated message', post('messages', { max_tokens: 9, messages: INPUT }), 'chat'],
  ['a streamed response', post('responses', { input: 'one two', stream: true }), 'chat'],
  ['embeddings', post('embeddings', { input: 'one two' }), 'embeddings'],
  ['a response over a WebSocket', overSocket, 'chat'],
];

describe.each([
  ['on', 'Not like this.'],
  ['off', null],
])('the error of an upstream, with messages %s', (isStored, message) => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let people: People;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: await faultyChannels(upstream),
      environment: { MODELGATE_STORE_UPSTREAM_ERRORS: isStored },
    });
    people = await People.of(gateway);
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
    await upstream.close();
  });

  it.each(SURFACES)('is stored for %s', async (_name, send, operation) => {
    const admin = await people.signedIn('admin');
    const stage = { gateway, upstream, admin };
    upstream.script(REJECTED);
    const id = await sendAndFind(() => send(gateway), stage, operation);
    const { body } = await ask(gateway.origin, `GET /api/requests/${id}`, { headers: admin.headers });
    const detail = { message, type: 'invalid_request_error', code: 'no_way', request_id: REQUEST_ID };
    expect(body).toMatchObject({ outcome: 'upstream-rejected', error_detail: detail });
    const rows = await gateway.database.query(`SELECT detail::text FROM usage_events`);
    expect(JSON.stringify(rows).includes('Not like this.')).toBe(message !== null);
    expect(JSON.stringify(gateway.logs)).not.toContain('Not like this.');
  });
});

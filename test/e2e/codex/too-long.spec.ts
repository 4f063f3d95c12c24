import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { UPSTREAMS } from '../translation/harness.js';
import { withTools } from './requests.js';

const MESSAGE = 'prompt is too long: 9001 tokens > 8192 maximum';
const error = { message: MESSAGE, code: 'context_length_exceeded', type: 'invalid_request_error' };
const begun = { id: 'resp_1', object: 'response', status: 'in_progress', output: [] };

let upstream: FakeUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  const channels = UPSTREAMS.map((service) => service.channel(upstream));
  gateway = await startTestGateway({ channels });
});

beforeEach(() => gateway.forgetFaults());

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

function ask(model: string, stream: boolean): Promise<Response> {
  return fetch(`${gateway.baseUrl}/responses`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TEST_TOKEN}`,
      'content-type': 'application/json',
      originator: 'codex_exec',
    },
    body: JSON.stringify({ ...withTools(model), stream }),
  });
}

/** The last event of a complete stream: the agent tries again after a stream that is cut off. */
async function readLastEvent(response: Response): Promise<unknown> {
  const text = await response.text();
  return JSON.parse(text.slice(text.lastIndexOf('data: ') + 6)) as unknown;
}

const FAILED = { type: 'response.failed', response: { status: 'failed', error: { code: error.code } } };

describe.each(UPSTREAMS)('a conversation that is too long for $name', ({ model }) => {
  it('fails in its stream with the code that Codex recognises', async () => {
    upstream.script({ kind: 'error', status: 400, body: { error } });
    const response = await ask(model, true);
    expect(response.status).toBe(200);
    expect(await readLastEvent(response)).toMatchObject(FAILED);
  });

  it('is a 400 if it is not streamed', async () => {
    upstream.script({ kind: 'error', status: 400, body: { error } });
    const response = await ask(model, false);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: error.code } });
  });
});

describe('a response that fails once it has begun', () => {
  const { model = '' } = UPSTREAMS.find(({ name }) => name === 'openai responses') ?? {};

  beforeEach(() => {
    const failed = { ...begun, status: 'failed', error };
    const events = [
      { type: 'response.created', sequence_number: 0, response: begun },
      { type: 'response.failed', sequence_number: 1, response: failed },
    ];
    upstream.script({ kind: 'chunks', events, done: false });
  });

  it('keeps its code', async () => {
    expect(await readLastEvent(await ask(model, true))).toMatchObject(FAILED);
  });

  it('has an error status if it is translated', async () => {
    const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: error.code } });
  });
});

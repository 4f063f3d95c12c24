import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { UPSTREAMS } from '../translation/harness.js';
import { type CodexRequest, withTools } from './requests.js';

interface CompactionItem extends Record<string, unknown> {
  type: string;
  encrypted_content: string;
}

const TRIGGER = { type: 'compaction_trigger' };
const STRANGER_TOKEN = 'sk-mg-stranger-01234567890';

let upstream: FakeUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  const channels = UPSTREAMS.map((service) => service.channel(upstream));
  gateway = await startTestGateway({
    channels,
    sandbox: true,
    tokens: [{ name: 'stranger', key: STRANGER_TOKEN }],
  });
});

afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

function ask(request: CodexRequest, token = TEST_TOKEN): Promise<Response> {
  return fetch(`${gateway.baseUrl}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
}

/** Compacts the conversation as Codex does, and returns the one item that Codex reads. */
async function compact(model: string): Promise<CompactionItem> {
  const { status, text } = await read(await ask(withTools(model, TRIGGER)));
  expect({ status, text }).toMatchObject({ status: 200 });
  const events = text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [line.slice(6)] : []))
    .map((line) => JSON.parse(line) as { type: string; sequence_number: number; item?: CompactionItem });
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
  expect(events.at(-1)).toMatchObject({
    type: 'response.completed',
    response: { output: [{ type: 'compaction' }] },
  });
  const done = events.flatMap(({ type, item }) =>
    type === 'response.output_item.done' && item ? [item] : [],
  );
  expect(done).toMatchObject([{ type: 'compaction' }]);
  return done[0] as CompactionItem;
}

async function read(response: Response): Promise<{ status: number; text: string }> {
  return { status: response.status, text: await response.text() };
}

const lastBody = (): string => upstream.received.at(-1)?.rawBody.toString() ?? '';

describe.each(UPSTREAMS)('a compaction by $name', ({ model }) => {
  it('is an encrypted summary, with which the conversation continues over every kind of upstream', async () => {
    upstream.scenario('reasoning');
    const item = await compact(model);
    expect(lastBody()).not.toContain('compaction_trigger');
    expect(lastBody()).toContain('spawn_agent');
    upstream.scenario('text');
    for (const other of UPSTREAMS) {
      const goingOn = await ask({
        ...withTools(other.model),
        input: [item, { role: 'user', content: 'Go on.' }],
      });
      expect(await read(goingOn)).toMatchObject({ status: 200 });
      expect(lastBody()).toContain('the summary that was written of it');
      expect(lastBody()).not.toContain(item.encrypted_content);
    }
  });
});

describe('a compaction', () => {
  it('can be opened only by its owner', async () => {
    upstream.scenario('text');
    const model = UPSTREAMS[0].model;
    const item = { ...(await compact(model)) };
    const refused = await ask(
      { ...withTools(model), input: [item, { role: 'user', content: 'x' }] },
      STRANGER_TOKEN,
    );
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'invalid_encrypted_content', param: 'input[0].encrypted_content' },
    });
  });

  it('is the end of the conversation that `compact` leaves', async () => {
    const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    const compacted = await openai.responses.compact({
      model: 'sandbox-chat',
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'My name is Ada.' },
        { role: 'assistant', content: 'Hello Ada.' },
      ],
    });
    expect(compacted).toMatchObject({
      object: 'response.compaction',
      output: [
        { type: 'message', role: 'user', content: [{ text: 'My name is Ada.' }] },
        { type: 'compaction', encrypted_content: expect.any(String) },
      ],
      usage: { input_tokens: expect.any(Number) },
    });
    const input = [
      ...compacted.output,
      { role: 'user', content: 'Go on.' },
    ] as OpenAI.Responses.ResponseInput;
    const answer = await openai.responses.create({ model: 'sandbox-chat', input });
    expect(answer.status).toBe('completed');
  });

  it('replaces the earlier items of a stored conversation', async () => {
    upstream.scenario('text');
    const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    const model = UPSTREAMS[0].model;
    const first = await openai.responses.create({ model, input: 'First question' });
    const second = await openai.responses.create({
      model,
      previous_response_id: first.id,
      input: [TRIGGER as OpenAI.Responses.ResponseInputItem],
    });
    expect(second.previous_response_id).toBe(first.id);
    expect(second.output).toMatchObject([{ type: 'compaction' }]);
    await openai.responses.create({ model, previous_response_id: second.id, input: 'Last question' });
    const { messages } = JSON.parse(lastBody()) as { messages: { role: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user', 'user']);
  });

  it('cannot run in the background', async () => {
    const refused = await ask({ ...withTools('sandbox-chat', TRIGGER), background: true, store: true });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param: 'background' } });
  });
});

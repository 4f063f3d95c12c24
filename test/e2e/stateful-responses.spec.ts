import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { BadRequestError, NotFoundError } from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const COLLEAGUE_TOKEN = 'sk-mg-colleague-0123456789';
const STRANGER_TOKEN = 'sk-mg-stranger-01234567890';

describe('responses that continue each other', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    const channel = { apiKey: 'sk-upstream-1' };
    gateway = await startTestGateway({
      channels: [
        {
          ...channel,
          name: 'chat',
          provider: 'openai-compatible',
          baseUrl: upstream.url,
          models: ['over-chat'],
        },
        {
          ...channel,
          name: 'anthropic',
          provider: 'anthropic',
          baseUrl: upstream.origin,
          models: ['over-anthropic'],
        },
        {
          ...channel,
          name: 'responses',
          provider: 'openai',
          baseUrl: upstream.url,
          models: ['over-responses'],
          formats: ['openai-responses'],
        },
      ],
      tokens: [
        { name: 'mine', key: `${TEST_TOKEN}-owned`, owner: 'team' },
        { name: 'colleague', key: COLLEAGUE_TOKEN, owner: 'team' },
        { name: 'stranger', key: STRANGER_TOKEN },
      ],
    });
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  const client = (apiKey = `${TEST_TOKEN}-owned`): OpenAI =>
    new OpenAI({ baseURL: gateway.baseUrl, apiKey, maxRetries: 0 });
  const lastBody = (): string => upstream.received.at(-1)?.rawBody.toString() ?? '';

  it.each(['over-chat', 'over-anthropic', 'over-responses'])(
    'keep the conversation for %s',
    async (model) => {
      const first = await client().responses.create({ model, input: 'My name is Ada.' });
      expect(first.output_text).toContain('My name is Ada.');
      const second = await client().responses.create({
        model,
        input: 'Who am I?',
        previous_response_id: first.id,
      });
      expect(second.id).not.toBe(first.id);
      expect(second.previous_response_id).toBe(first.id);
      for (const text of ['My name is Ada.', first.output_text, 'Who am I?']) {
        expect(lastBody()).toContain(JSON.stringify(text).slice(1, -1));
      }
      const third = await client().responses.create({
        model,
        input: 'And now?',
        previous_response_id: second.id,
      });
      expect(third.status).toBe('completed');
      expect(lastBody()).toContain('My name is Ada.');
      expect(lastBody()).not.toContain(first.id);
    },
  );

  it('keep streamed responses, before their last event arrives', async () => {
    const stream = await client().responses.create({
      model: 'over-chat',
      input: 'Streamed first.',
      stream: true,
    });
    let id = '';
    for await (const event of stream) if (event.type === 'response.completed') id = event.response.id;
    const next = await client().responses.create({
      model: 'over-responses',
      input: 'Then?',
      previous_response_id: id,
      stream: true,
    });
    const previousIds = new Set<string | null | undefined>();
    for await (const event of next) {
      if ('response' in event) previousIds.add(event.response.previous_response_id);
    }
    expect([...previousIds]).toEqual([id]);
    expect(lastBody()).toContain('Streamed first.');
  });

  it.each([
    ['repeats encrypted items', true],
    ['leaves out items that only the service has stored', false],
  ])('continue after a response with reasoning: %s', async (_case, isRepeated) => {
    upstream.scenario('reasoning');
    const model = 'over-responses';
    const include = isRepeated ? ['reasoning.encrypted_content' as const] : [];
    const first = await client().responses.create({ model, input: 'Think.', include });
    const next = { model, input: 'On.', previous_response_id: first.id };
    expect(await client().responses.create(next)).toMatchObject({ status: 'completed' });
    expect(lastBody().includes('"encrypted_content"')).toBe(isRepeated);
    upstream.scenario('text');
  });

  it('can be retrieved, listed by input, and deleted', async () => {
    const made = await client().responses.create({ model: 'over-chat', input: 'Keep this.' });
    const found = await client().responses.retrieve(made.id);
    expect(found.output_text).toBe(made.output_text);
    const items = await client().responses.inputItems.list(made.id);
    expect(items.data).toMatchObject([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Keep this.' }] },
    ]);
    await client().responses.delete(made.id);
    await expect(client().responses.retrieve(made.id)).rejects.toThrow(NotFoundError);
  });

  it.each(['', '/input_items'])('cannot be retrieved by an id with U+0000%s', async (rest) => {
    const response = await fetch(`${gateway.baseUrl}/responses/resp_%00${rest}`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}-owned` },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('U+0000') } });
  });

  it('accept references to their items', async () => {
    const made = await client().responses.create({ model: 'over-chat', input: 'Refer to this.' });
    const [item] = made.output;
    await client().responses.create({
      model: 'over-chat',
      input: [
        { role: 'user', content: 'What did you say?' },
        { type: 'item_reference', id: item?.id ?? '' },
        { role: 'user', content: 'That.' },
      ],
    });
    expect(lastBody()).toContain(JSON.stringify(made.output_text).slice(1, -1));
  });

  it('belong to their owner', async () => {
    const made = await client().responses.create({ model: 'over-chat', input: 'For the team.' });
    expect((await client(COLLEAGUE_TOKEN).responses.retrieve(made.id)).id).toBe(made.id);
    const stranger = client(STRANGER_TOKEN);
    await expect(stranger.responses.retrieve(made.id)).rejects.toMatchObject({
      status: 404,
      code: 'response_not_found',
    });
    await expect(stranger.responses.delete(made.id)).rejects.toThrow(NotFoundError);
    await expect(
      stranger.responses.create({ model: 'over-chat', input: 'x', previous_response_id: made.id }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    });
  });

  it('stay separate if an upstream returns the same id for two owners', async () => {
    upstream.script(
      { kind: 'json', body: answer('For me.') },
      { kind: 'json', body: answer('For the stranger.') },
    );
    await client().responses.create({ model: 'over-responses', input: 'Mine.' });
    await client(STRANGER_TOKEN).responses.create({ model: 'over-responses', input: 'Theirs.' });
    expect((await client().responses.retrieve('resp_same')).output_text).toBe('For me.');
    expect((await client(STRANGER_TOKEN).responses.retrieve('resp_same')).output_text).toBe(
      'For the stranger.',
    );
  });

  it('are not stored if the client sets store to false', async () => {
    const made = await client().responses.create({ model: 'over-chat', input: 'Forget this.', store: false });
    await expect(client().responses.retrieve(made.id)).rejects.toThrow(NotFoundError);
  });

  it('are encrypted in the database', async () => {
    await client().responses.create({ model: 'over-chat', input: 'A very private sentence.' });
    const rows = await gateway.database.query(
      "SELECT encode(content, 'escape') AS text FROM stored_responses",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('private sentence');
  });

  it('cannot be cancelled once they are completed', async () => {
    const made = await client().responses.create({ model: 'over-chat', input: 'Done.' });
    await expect(client().responses.cancel(made.id)).rejects.toThrow(BadRequestError);
  });
});

/** What an upstream returns that numbers its responses for each account separately. */
function answer(text: string): object {
  return {
    id: 'resp_same',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'm',
    output: [
      {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
    ],
  };
}

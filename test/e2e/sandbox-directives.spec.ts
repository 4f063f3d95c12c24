import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { APIError, RateLimitError } from 'openai';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';

type Create = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>;

describe('the sandbox as a test double', () => {
  let gateway: TestGateway;
  let client: OpenAI;

  beforeAll(async () => {
    // The sandbox as a channel, so that its timeout is short.
    gateway = await startTestGateway({
      channels: [
        {
          name: 'bench',
          provider: 'sandbox',
          models: ['sandbox-chat'],
          timeouts: { connectMs: 1000, firstByteMs: 1500, idleMs: 300, wholeMs: 1500 },
        },
      ],
    });
    client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    // The first request starts the thread and loads the tokenizer, and must not be part of the times below.
    await eventually(() => ask('Hello').catch(() => undefined));
  });

  afterAll(() => gateway.stop());

  const ask = (content: string, more: Partial<Create> = {}): Promise<OpenAI.ChatCompletion> =>
    client.chat.completions.create({ model: 'sandbox-chat', messages: [{ role: 'user', content }], ...more });

  const buildStream = (content: string, more: Partial<Create> = {}) =>
    client.chat.completions.stream({ model: 'sandbox-chat', messages: [{ role: 'user', content }], ...more });

  /** The received part of a stream, and how it ended. */
  const readStream = async (content: string): Promise<{ text: string; error: unknown }> => {
    let text = '';
    try {
      const stream = await client.chat.completions.create({
        model: 'sandbox-chat',
        messages: [{ role: 'user', content }],
        stream: true,
      });
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
      return { text, error: undefined };
    } catch (error) {
      return { text, error };
    }
  };

  it.each([400, 401, 402, 403, 404, 409, 418, 422, 429, 500, 502, 503, 504, 529])(
    '[[status=%i]] returns that status',
    async (status) => {
      const error = await ask(`Please fail. [[status=${status}]]`).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(APIError);
      expect(error).toMatchObject({
        status,
        type: expect.any(String) as unknown,
        code: expect.any(String) as unknown,
      });
    },
  );

  it('[[status=429; retry-after=2]] returns a retry-after, also for a stream', async () => {
    const { error } = await readStream('[[status=429; retry-after=2]]');
    expect(error).toBeInstanceOf(RateLimitError);
    expect((error as APIError).headers?.get('retry-after')).toBe('2');
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', type: 'rate_limit_error' });
  });

  it('[[delay=400]] waits before the first byte', async () => {
    const startedAt = performance.now();
    await ask('[[delay=400]]');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(395);
  });

  it('[[pace=20]] waits between the chunks', async () => {
    const startedAt = performance.now();
    const { text } = await readStream('[[pace=20]] [[words=10]]');
    expect(text.split(' ')).toHaveLength(10);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(10 * 19);
  });

  it('[[words=200]] returns a reply of that length', async () => {
    const answer = await ask('[[words=200]]');
    expect(answer.choices[0]?.message.content?.split(' ')).toHaveLength(200);
  });

  it.each([
    ['cut', APIError],
    ['stall', APIError],
    // Passed through unchanged, so that the client's own library fails to parse it.
    ['garbage', SyntaxError],
  ])('[[%s]] breaks the stream in the middle, and the client notices', async (fault, kind) => {
    const { text, error } = await readStream(`[[words=40]] [[${fault}]]`);
    expect(text.split(' ').length).toBeGreaterThan(10);
    expect(text.split(' ').length).toBeLessThan(40);
    expect(error).toBeInstanceOf(kind);
    if (error instanceof APIError) expect(error).toMatchObject({ code: 'upstream_stream_error' });
  });

  it.each([
    ['cut', 502, 'upstream_bad_response'],
    ['garbage', 502, 'upstream_bad_response'],
    ['stall', 504, 'upstream_timeout'],
  ])('[[%s]] without streaming is a %i', async (fault, status, code) => {
    await expect(ask(`[[${fault}]]`)).rejects.toMatchObject({ status, code });
  });

  it('[[tool=name {…}]] calls that tool with those arguments', async () => {
    const { choices } = await ask('Weather? [[tool=get_weather {"city":"Oslo"}]]');
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
      },
    });
  });

  it('[[tool=name]] generates arguments that fit the schema; several are parallel calls, streamed in chunks', async () => {
    const parameters = {
      type: 'object',
      properties: { city: { type: 'string', enum: ['Rome', 'Oslo'] } },
      required: ['city'],
    };
    const stream = buildStream('[[tool=get_weather]] [[tool=get_time {"zone":"CET"}]]', {
      tools: [{ type: 'function', function: { name: 'get_weather', parameters } }],
    });
    const { choices } = await stream.finalChatCompletion();
    const calls = choices[0]?.message.tool_calls?.map((call) =>
      call.type === 'function' ? call.function : undefined,
    );
    expect(calls).toMatchObject([
      { name: 'get_weather', arguments: '{"city":"Rome"}' },
      { name: 'get_time', arguments: '{"zone":"CET"}' },
    ]);
    expect(new Set(choices[0]?.message.tool_calls?.map((call) => call.id)).size).toBe(2);
  });

  it('acknowledges tool results in the next turn', async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'user', content: '[[tool=get_weather {"city":"Oslo"}]]' },
    ];
    const first = await client.chat.completions.create({ model: 'sandbox-chat', messages });
    const message = first.choices[0]?.message;
    const [call] = message?.tool_calls ?? [];
    if (message === undefined || call === undefined) throw new Error('no tool was called');
    messages.push(message, { role: 'tool', tool_call_id: call.id, content: 'minus four and snowing' });
    const second = await client.chat.completions.create({ model: 'sandbox-chat', messages });
    expect(second.choices[0]?.finish_reason).toBe('stop');
    expect(second.choices[0]?.message.content).toContain('get_weather returned “minus four and snowing”');
  });

  it('follows tool_choice: a required tool is called, and with none no tool is called', async () => {
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'look_up' } }];
    const required = await ask('Hello', { tools, tool_choice: 'required' });
    expect(required.choices[0]?.message.tool_calls).toHaveLength(1);
    const none = await ask('[[tool=look_up]]', { tools, tool_choice: 'none' });
    expect(none.choices[0]?.message.tool_calls).toBeUndefined();
  });

  it('[[reasoning]] returns reasoning separately from the reply, and counts it', async () => {
    const { choices, usage } = await ask('Why? [[reasoning]]');
    expect(choices[0]?.message).toMatchObject({
      reasoning_content: expect.stringContaining('simulated reasoning') as unknown,
    });
    expect(usage?.completion_tokens_details?.reasoning_tokens).toBeGreaterThan(5);
  });

  it('[[refuse]] refuses', async () => {
    const { choices } = await ask('[[refuse]]');
    expect(choices[0]?.message).toMatchObject({
      content: null,
      refusal: expect.stringContaining('refuse') as unknown,
    });
    const streamed = await buildStream('[[refuse]]').finalChatCompletion();
    expect(streamed.choices[0]?.message.refusal).toBe(choices[0]?.message.refusal);
  });

  it.each([
    ['length', 'length'],
    ['filter', 'content_filter'],
  ])('[[%s]] stops with finish reason %s', async (directive, reason) => {
    const { choices } = await ask(`[[words=20]] [[${directive}]]`);
    expect(choices[0]?.finish_reason).toBe(reason);
    expect(choices[0]?.message.content?.split(' ')).toHaveLength(10);
  });

  it('respects max_tokens, stop sequences and n', async () => {
    const limited = await ask('[[words=100]]', { max_completion_tokens: 7 });
    expect(limited).toMatchObject({
      choices: [{ finish_reason: 'length' }],
      usage: { completion_tokens: 7 },
    });
    const stopped = await ask('[[words=30]]', { stop: [' boats'] });
    expect(stopped.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: 'a calm river carries small' },
    });
    expect((await ask('Hi', { n: 3 })).choices.map((choice) => choice.index)).toEqual([0, 1, 2]);
  });

  it('follows JSON mode and a JSON schema', async () => {
    const free = await ask('Anything', { response_format: { type: 'json_object' } });
    expect(JSON.parse(free.choices[0]?.message.content ?? '')).toEqual({ reply: 'Anything' });
    const schema = {
      type: 'object',
      properties: {
        steps: { type: 'array', items: { type: 'integer', minimum: 5 } },
        mood: { enum: ['calm', 'merry'] },
      },
      required: ['steps', 'mood'],
      additionalProperties: false,
    };
    const strict = await ask('Steps', {
      response_format: { type: 'json_schema', json_schema: { name: 'plan', schema, strict: true } },
    });
    expect(JSON.parse(strict.choices[0]?.message.content ?? '')).toEqual({ steps: [5, 6], mood: 'calm' });
  });

  it('describes images by type and size, and fetches none', async () => {
    const onePixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const { choices } = await client.chat.completions.create({
      model: 'sandbox-chat',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: `data:image/gif;base64,${onePixel}` } },
            { type: 'image_url', image_url: { url: 'https://example.com/cat.png' } },
          ],
        },
      ],
    });
    expect(choices[0]?.message.content).toContain(
      'a GIF image of 1×1 pixels, 42 bytes, and a link to an image',
    );
  });

  it('rejects a directive that is used incorrectly, and ignores other brackets', async () => {
    await expect(ask('[[status=abc]]')).rejects.toMatchObject({ status: 400, param: 'messages' });
    const { choices } = await ask('See [[Home]] and [[x=1]]');
    expect(choices[0]?.message.content).toContain('“See [[Home]] and [[x=1]]”');
  });

  it('stops at once when the client disconnects in the middle', async () => {
    const stream = await client.chat.completions.create({
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: '[[words=1000]] [[pace=50]]' }],
      stream: true,
    });
    for await (const _chunk of stream) break;
    const line = await eventually(() => gateway.logs.find((entry) => entry['outcome'] === 'client-gone'));
    // The complete response would have taken 50 seconds.
    expect(line['durationMs']).toBeLessThan(20_000);
  });
});

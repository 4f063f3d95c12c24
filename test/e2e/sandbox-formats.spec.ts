import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

describe('the sandbox in every format', () => {
  let gateway: TestGateway;
  let openai: OpenAI;
  let anthropic: Anthropic;
  let google: GoogleGenAI;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
    openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    // One address works in every library, whether or not the library adds the version itself.
    anthropic = new Anthropic({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    google = new GoogleGenAI({ apiKey: TEST_TOKEN, httpOptions: { baseUrl: gateway.baseUrl } });
  });

  afterAll(() => gateway.stop());

  it('serves the messages format, streamed and not', async () => {
    const request = {
      model: 'sandbox-chat',
      max_tokens: 500,
      messages: [{ role: 'user' as const, content: 'Are you there?' }],
    };
    const whole = await anthropic.messages.create(request);
    expect(whole).toMatchObject({
      type: 'message',
      role: 'assistant',
      stop_reason: 'end_turn',
      model: 'sandbox-chat',
    });
    const text = whole.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    expect(text).toContain('“Are you there?”');
    expect(whole.usage.output_tokens).toBeGreaterThan(10);
    const streamed = await anthropic.messages.stream(request).finalMessage();
    expect(streamed.content).toMatchObject([{ type: 'text', text }]);
    expect(streamed.usage.output_tokens).toBe(whole.usage.output_tokens);
  });

  it('serves the generateContent format, streamed and not', async () => {
    const request = { model: 'sandbox-chat', contents: 'Are you there?' };
    const whole = await google.models.generateContent(request);
    expect(whole.text).toContain('“Are you there?”');
    expect(whole.candidates?.[0]?.finishReason).toBe('STOP');
    let text = '';
    for await (const chunk of await google.models.generateContentStream(request)) text += chunk.text ?? '';
    expect(text).toBe(whole.text);
  });

  it('returns a stream without server-sent events as one JSON array', async () => {
    const response = await fetch(
      `${gateway.origin}/v1beta/models/sandbox-chat:streamGenerateContent?key=${TEST_TOKEN}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ contents: [{ parts: [{ text: 'hi [[words=3]]' }] }] }),
      },
    );
    expect(response.headers.get('content-type')).toContain('application/json');
    const chunks = (await response.json()) as {
      candidates: { content?: { parts?: { text?: string }[] } }[];
    }[];
    const text = chunks
      .flatMap((chunk) => chunk.candidates[0]?.content?.parts?.map((part) => part.text ?? '') ?? [])
      .join('');
    expect(text).toBe('a calm river');
  });

  it('serves the responses format, streamed and not', async () => {
    const whole = await openai.responses.create({ model: 'sandbox-chat', input: 'Are you there?' });
    expect(whole.output_text).toContain('“Are you there?”');
    const final = await openai.responses
      .stream({ model: 'sandbox-chat', input: 'Are you there?' })
      .finalResponse();
    expect(final.output_text).toBe(whole.output_text);
  });

  it('serves legacy completions', async () => {
    const whole = await openai.completions.create({
      model: 'sandbox-chat',
      prompt: 'Are you there?',
      max_tokens: 200,
    });
    expect(whole.object).toBe('text_completion');
    expect(whole.choices[0]?.text).toContain('“Are you there?”');
    let text = '';
    const stream = await openai.completions.create({
      model: 'sandbox-chat',
      prompt: 'Are you there?',
      stream: true,
    });
    for await (const chunk of stream) text += chunk.choices[0]?.text ?? '';
    expect(text).toBe(whole.choices[0]?.text);
  });

  it('calls tools in every format', async () => {
    const parameters = {
      type: 'object' as const,
      properties: { city: { type: 'string' } },
      required: ['city'],
    };
    const message = await anthropic.messages.create({
      model: 'sandbox-chat',
      max_tokens: 500,
      tools: [{ name: 'get_weather', input_schema: parameters }],
      messages: [{ role: 'user', content: '[[tool=get_weather {"city":"Oslo"}]]' }],
    });
    expect(message.stop_reason).toBe('tool_use');
    expect(message.content).toMatchObject([
      { type: 'tool_use', name: 'get_weather', input: { city: 'Oslo' } },
    ]);
    const content = await google.models.generateContent({
      model: 'sandbox-chat',
      contents: '[[tool=get_weather {"city":"Oslo"}]]',
      config: {
        tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: parameters }] }],
      },
    });
    expect(content.functionCalls).toMatchObject([{ name: 'get_weather', args: { city: 'Oslo' } }]);
  });

  it('fails in every dialect, before and after the first byte', async () => {
    await expect(anthropic.messages.create(messages('[[status=429; retry-after=2]]'))).rejects.toMatchObject({
      status: 429,
    });
    await expect(anthropic.messages.stream(messages('[[words=40]] [[cut]]')).finalMessage()).rejects.toThrow(
      /aborted its response|ended its response early|ended its response before/,
    );
    const failing = google.models.generateContent({ model: 'sandbox-chat', contents: '[[status=503]]' });
    await expect(failing).rejects.toThrow(ApiError);
    const cut = await google.models.generateContentStream({
      model: 'sandbox-chat',
      contents: '[[words=40]] [[cut]]',
    });
    await expect(readAll(cut)).rejects.toThrow(
      /aborted its response|ended its response early|ended its response before/,
    );
    const response = await openai.responses.create({
      model: 'sandbox-chat',
      input: '[[words=40]] [[cut]]',
      stream: true,
    });
    const types: string[] = [];
    const reading = (async () => {
      for await (const event of response) types.push(event.type);
    })();
    await reading.catch(() => undefined);
    expect(types).toContain('response.failed');
    expect(types).not.toContain('response.completed');
  });

  it('estimates tokens without calling any model', async () => {
    const counted = await anthropic.messages.countTokens({
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: 'one two three' }],
    });
    expect(counted.input_tokens).toBeGreaterThan(2);
    expect(counted.input_tokens).toBeLessThan(15);
    const { totalTokens } = await google.models.countTokens({
      model: 'sandbox-chat',
      contents: 'one two three',
    });
    expect(totalTokens).toBeGreaterThan(2);
  });
});

function messages(content: string) {
  return { model: 'sandbox-chat', max_tokens: 500, messages: [{ role: 'user' as const, content }] };
}

async function readAll(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of stream) void 0;
}

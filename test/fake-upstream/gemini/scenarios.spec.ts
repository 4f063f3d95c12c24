import { GoogleGenAI, type Content, type GenerateContentResponse, type Part } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SCENARIO_TOKENS, startFakeUpstream, type FakeUpstream } from '../index.js';

const QUESTION: Content = { role: 'user', parts: [{ text: 'Været i Oslo? ☀️' }] };

let upstream: FakeUpstream;
let client: GoogleGenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new GoogleGenAI({ apiKey: 'sk-upstream-1', httpOptions: { baseUrl: upstream.origin, fetch } });
});

afterEach(() => upstream.close());

const getParts = (response: GenerateContentResponse) => response.candidates?.[0]?.content?.parts ?? [];

const buildText = (parts: Part[]) => parts.map(({ text }) => text ?? '').join('');

const post = (path: string) =>
  fetch(`${upstream.origin}/v1beta/models/g:${path}`, {
    method: 'POST',
    body: JSON.stringify({ contents: [QUESTION], generation_config: { max_output_tokens: 5 } }),
    headers: { 'x-goog-api-key': 'sk-upstream-1', 'content-type': 'application/json' },
  });

describe('what the client does not show', () => {
  it('a stream is an array unless asked to be events', async () => {
    const chunks = (await (await post('streamGenerateContent')).json()) as GenerateContentResponse[];
    expect(chunks.map((chunk) => buildText(getParts(chunk))).join('')).toBe('Været i Oslo? ☀️');
    expect(await (await post('streamGenerateContent?alt=sse')).text()).toMatch(/^data: \{.*\}\r\n\r\n$/s);
  });

  it('counts tokens', async () => {
    upstream.scenario('tool');
    const count = await client.models.countTokens({ model: 'g', contents: [QUESTION] });
    expect(count.totalTokens).toBe(SCENARIO_TOKENS.input);
  });
});

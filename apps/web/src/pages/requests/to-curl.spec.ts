import { describe, expect, it } from '@jest/globals';
import { toCurl } from './to-curl.js';

type Request = Parameters<typeof toCurl>[0];

const request = (overrides: Partial<Request>): Request => ({
  format: null,
  model: null,
  parameters: {},
  method: null,
  path: null,
  ...overrides,
});

const ADDRESS = 'https://gate.example';

describe('toCurl', () => {
  it('includes the model, the parameters and a variable for the token', () => {
    const parameters = { temperature: 0.2, stream: true, 'reasoning.effort': 'high', 'tools.length': 2 };
    const command = toCurl(request({ format: 'openai-chat', model: "it's", parameters }), ADDRESS) ?? '';
    expect(command.startsWith(`curl 'https://gate.example/v1/chat/completions' \\\n`)).toBe(true);
    expect(command).toContain(`-H "Authorization: Bearer $MODELGATE_TOKEN"`);
    const body = /-d '(.*)'$/s.exec(command)?.[1]?.replaceAll(`'\\''`, "'") ?? '';
    expect(JSON.parse(body)).toEqual({
      model: "it's",
      messages: [{ role: 'user', content: 'Hello!' }],
      temperature: 0.2,
      stream: true,
      reasoning: { effort: 'high' },
    });
  });

  it('sends the token in the header of the API format', () => {
    const anthropic = toCurl(request({ format: 'anthropic-messages', model: 'c' }), ADDRESS);
    expect(anthropic).toContain('-H "x-api-key: $MODELGATE_TOKEN"');
    const gemini = toCurl(request({ format: 'gemini-generate-content', model: 'g/1' }), ADDRESS);
    expect(gemini).toContain(`'${ADDRESS}/v1beta/models/g%2F1:generateContent'`);
    const form = toCurl(request({ format: 'openai-transcriptions', model: 'w' }), ADDRESS);
    expect(form).toContain(`-F 'model=w' \\\n  -F 'file=@recording.wav'`);
  });

  it('includes the parameters of a form, and only those of the request', () => {
    const parameters = { size: '1024x1024', n: '2' };
    const edit = toCurl(request({ format: 'openai-image-edits', model: 'i', parameters }), ADDRESS);
    expect(edit).toContain(`-F 'size=1024x1024' \\\n  -F 'n=2'`);
    const rerank = toCurl(request({ format: 'jina-rerank', model: 'r' }), ADDRESS);
    expect(rerank).not.toContain('top_n');
  });

  it('uses method and path if the format is unknown, and returns undefined for realtime sessions', () => {
    const refused = toCurl(request({ method: 'GET', path: '/v1/models/x' }), ADDRESS);
    expect(refused).toContain(`curl '${ADDRESS}/v1/models/x'`);
    expect(refused).toContain('-X GET');
    expect(toCurl(request({ format: 'openai-realtime', model: 'm' }), ADDRESS)).toBeUndefined();
  });
});

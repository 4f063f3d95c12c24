import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI, { AuthenticationError } from 'openai';
import { startFakeUpstream, type FakeUpstream } from './index.js';

const MESSAGES = [{ role: 'user' as const, content: 'one two three' }];
const CHAT = { model: 'gpt-fake', messages: MESSAGES };

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

const chatWithKey = (apiKey: string) =>
  new OpenAI({ apiKey, baseURL: upstream.url, maxRetries: 0 }).chat.completions.create(CHAT);

function post(body: string, headers: Record<string, string> = {}, path = '/chat/completions') {
  return fetch(`${upstream.url}${path}`, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer sk-upstream-1', 'content-type': 'application/json', ...headers },
  });
}

describe('strictness', () => {
  it('requires its own key', async () => {
    await expect(chatWithKey('sk-other')).rejects.toThrow(AuthenticationError);
    await expect(chatWithKey('sk-other')).rejects.toHaveProperty('code', 'invalid_api_key');
    expect((await post('{}', { authorization: '' })).status).toBe(401);
  });

  it('accepts any of its keys', async () => {
    await upstream.close();
    upstream = await startFakeUpstream({ apiKeys: ['sk-a', 'sk-b'] });
    await expect(chatWithKey('sk-b')).resolves.toHaveProperty('model', 'gpt-fake');
  });

  it('allows one path and one method', async () => {
    expect((await post('{}', {}, '/completions')).status).toBe(404);
    const response = await fetch(`${upstream.url}/chat/completions`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('requires JSON', async () => {
    expect((await post(JSON.stringify(CHAT), { 'content-type': 'text/plain' })).status).toBe(415);
    expect(
      (await post(JSON.stringify(CHAT), { 'content-type': 'Application/JSON; charset=utf-8' })).status,
    ).toBe(200);
    expect((await post('{"model":')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
  });

  it.each([
    [{ messages: MESSAGES }, 'model'],
    [{ model: 7, messages: MESSAGES }, 'model'],
    [{ model: 'm' }, 'messages'],
    [{ model: 'm', messages: 'hi' }, 'messages'],
    [{ model: 'm', messages: [] }, 'messages'],
    [{ ...CHAT, stream: 'yes' }, 'stream'],
    [{ ...CHAT, stream_options: { include_usage: true } }, 'stream_options'],
  ])('names the invalid parameter: %j', async (body, param) => {
    const response = await post(JSON.stringify(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param } });
  });

  it('applies before the script', async () => {
    upstream.script({ kind: 'json', status: 201 }, { kind: 'json', status: 202 });
    expect((await post('{}')).status).toBe(400);
    expect((await post(JSON.stringify(CHAT))).status).toBe(202);
  });
});

import { describe, expect, it } from '@jest/globals';
import { openAiChat } from './index.js';

const MESSAGES = '"messages":[{"role":"user","content":"hi"}]';

function retarget(body: string, upstreamModel = 'm'): string {
  return openAiChat.readRequest(Buffer.from(body)).retarget(upstreamModel).toString();
}

describe('the forwarded bytes', () => {
  it('are the same buffer if nothing changes', () => {
    const body = Buffer.from(`{"model":"m",${MESSAGES}}`);
    expect(openAiChat.readRequest(body).retarget('m')).toBe(body);
  });

  it.each([
    ['another name', `{"model" : "m",${MESSAGES}}`, `{"model" : "vendor/x \\"7\\"",${MESSAGES}}`],
    [
      'a key in another spelling',
      `{"mod\\u0065l":"m",${MESSAGES}}`,
      `{"mod\\u0065l":"vendor/x \\"7\\"",${MESSAGES}}`,
    ],
    ['a model that stands last', `{${MESSAGES},"model":"m"}`, `{${MESSAGES},"model":"vendor/x \\"7\\""}`],
    [
      'a model inside other members',
      `{"metadata":{"model":"m"},"model":"m",${MESSAGES}}`,
      `{"metadata":{"model":"m"},"model":"vendor/x \\"7\\"",${MESSAGES}}`,
    ],
  ])("have the upstream's name of the model: %s", (_name, body, expected) => {
    expect(retarget(body, 'vendor/x "7"')).toBe(expected);
  });

  it.each([
    [
      `{"model":"m",${MESSAGES},"stream":true}`,
      `{"model":"m","stream_options":{"include_usage":true},${MESSAGES},"stream":true}`,
    ],
    [
      `{"stream":true,"stream_options":null,${MESSAGES},"model":"m"}`,
      `{"stream":true,"stream_options":{"include_usage":true},${MESSAGES},"model":"m"}`,
    ],
    [
      `{"stream":true,"stream_options":{"include_usage":false,"x":[1]},${MESSAGES},"model":"m"}`,
      `{"stream":true,"stream_options":{"include_usage":true,"x":[1]},${MESSAGES},"model":"m"}`,
    ],
    [
      `{"stream":true,"stream_options":{"include_usage": true},${MESSAGES},"model":"m"}`,
      `{"stream":true,"stream_options":{"include_usage": true},${MESSAGES},"model":"m"}`,
    ],
    [`{"model":"m",${MESSAGES},"stream":false}`, `{"model":"m",${MESSAGES},"stream":false}`],
  ])('of a stream request usage: %s', (body, expected) => {
    expect(retarget(body)).toBe(expected);
  });

  it('have both changes at once', () => {
    expect(retarget(`{"model":"m",${MESSAGES},"stream":true}`, 'other')).toBe(
      `{"model":"other","stream_options":{"include_usage":true},${MESSAGES},"stream":true}`,
    );
  });
});

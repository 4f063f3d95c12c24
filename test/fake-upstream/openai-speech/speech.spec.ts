import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { getSpeech, startFakeUpstream, type FakeUpstream, type SpeechFormat } from '../index.js';

const KEY = 'sk-upstream-1';
const INPUT = 'one two three';
const REQUEST = { model: 'gpt-4o-mini-tts', input: INPUT, voice: 'alloy' };

let upstream: FakeUpstream;
let client: OpenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new OpenAI({ apiKey: KEY, baseURL: upstream.url, maxRetries: 0 });
});

afterEach(() => upstream.close());

function post(body: object) {
  return fetch(`${upstream.url}/audio/speech`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  });
}

describe('OpenAI speech', () => {
  it.each<[SpeechFormat, string, string]>([
    ['mp3', 'audio/mpeg', '\xff\xfb'],
    ['opus', 'audio/ogg', 'OggS'],
    ['aac', 'audio/aac', '\xff\xf1'],
    ['flac', 'audio/flac', 'fLaC'],
    ['wav', 'audio/wav', 'RIFF'],
    ['pcm', 'audio/pcm', ''],
  ])('%s', async (format, contentType, start) => {
    const response = await client.audio.speech.create({ ...REQUEST, response_format: format });
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('content-length')).toBeNull();
    const audio = Buffer.from(await response.arrayBuffer());
    expect(audio).toEqual(getSpeech(INPUT, 'alloy', format));
    expect(audio.toString('latin1', 0, 4).startsWith(start)).toBe(true);
  });

  it.each([
    [{ input: 'a', voice: 'alloy' }, 'model'],
    [{ model: 'tts-1', voice: 'alloy' }, 'input'],
    [{ model: 'tts-1', input: '', voice: 'alloy' }, 'input'],
    [{ model: 'tts-1', input: 'a'.repeat(4_097), voice: 'alloy' }, 'input'],
    [{ model: 'tts-1', input: 'a' }, 'voice'],
    [{ model: 'tts-1', input: 'a', voice: 'Kore' }, 'voice'],
    [{ model: 'tts-1', input: 'a', voice: { name: 'x' } }, 'voice.name'],
    [{ model: 'tts-1', input: 'a', voice: 'alloy', response_format: 'ogg' }, 'response_format'],
    [{ model: 'tts-1', input: 'a', voice: 'alloy', speed: 5 }, 'speed'],
    [{ model: 'tts-1', input: 'a', voice: 'alloy', stream_format: 'sse' }, 'stream_format'],
    [{ model: 'tts-1-hd', input: 'a', voice: 'alloy', stream_format: 'sse' }, 'stream_format'],
    [{ model: 'tts-1', input: 'a', voice: 'alloy', stream: true }, 'stream'],
  ])('rejects %j', async (body, param) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });
});

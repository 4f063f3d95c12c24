import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const AUDIO = Buffer.alloc(40_000, 'audio');

let upstream: FakeUpstream;

beforeAll(async () => {
  upstream = await startFakeUpstream();
});

afterAll(() => upstream.close());

function getForm(fields: Readonly<Record<string, string>>, audio = AUDIO, name = 'talk.mp3'): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([audio], { type: 'audio/mpeg' }), name);
  return form;
}

function post(body: FormData, endpoint = 'transcriptions', apiKey = KEY) {
  return fetch(`${upstream.url}/audio/${endpoint}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${apiKey}` },
  });
}

async function refusal(body: FormData, endpoint?: string, apiKey?: string) {
  const response = await post(body, endpoint, apiKey);
  return { status: response.status, body: (await response.json()) as object };
}

describe('OpenAI translations', () => {
  it.each([
    [{ model: 'gpt-4o-transcribe' }, 'model'],
    [{ model: 'whisper-1', language: 'no' }, 'language'],
    [{ model: 'whisper-1', response_format: 'diarized_json' }, 'response_format'],
  ])('reject %j', async (fields, param) => {
    const answer = await refusal(getForm(fields), 'translations');
    expect(answer).toMatchObject({ status: 400, body: { error: { param } } });
  });
});

describe('OpenAI transcriptions reject', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'model'],
    [{ model: 'whisper-1', file: 'x' }, 'file'],
    [{ model: 'whisper-1', response_format: 'diarized_json' }, 'response_format'],
    [{ model: 'gpt-4o-transcribe', response_format: 'srt' }, 'response_format'],
    [{ model: 'gpt-4o-transcribe-diarize', prompt: 'x' }, 'prompt'],
    [{ model: 'gpt-4o-transcribe', 'known_speaker_names[]': 'x' }, 'known_speaker_names'],
    [{ model: 'whisper-1', 'include[]': 'logprobs' }, 'include'],
    [{ model: 'whisper-1', 'timestamp_granularities[]': 'word' }, 'timestamp_granularities'],
    [{ model: 'whisper-1', temperature: '2' }, 'temperature'],
    [{ model: 'whisper-1', temperature: 'hot' }, 'temperature'],
    [{ model: 'whisper-1', stream: 'yes' }, 'stream'],
    [{ model: 'whisper-1', timestamp_granularities: 'word' }, 'timestamp_granularities'],
  ])('%j', async (fields, param) => {
    expect(await refusal(getForm(fields))).toMatchObject({ status: 400, body: { error: { param } } });
  });

  it('invalid files', async () => {
    const fields = { model: 'whisper-1' };
    const ofFile = { status: 400, body: { error: { param: 'file' } } };
    expect(await refusal(getForm(fields, AUDIO, 'talk.txt'))).toMatchObject(ofFile);
    expect(await refusal(getForm(fields, AUDIO, 'talk'))).toMatchObject(ofFile);
    expect(await refusal(getForm(fields, Buffer.alloc(0)))).toMatchObject(ofFile);
    const bare = new FormData();
    bare.append('model', 'whisper-1');
    expect(await refusal(bare)).toMatchObject(ofFile);
  });

  it('wrong keys, and JSON', async () => {
    expect(await refusal(getForm({ model: 'whisper-1' }), 'transcriptions', 'x')).toMatchObject({
      status: 401,
    });
    const response = await fetch(`${upstream.url}/audio/transcriptions`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(415);
  });
});

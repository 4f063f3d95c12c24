import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { toFile } from 'openai';
import {
  toDurationSeconds,
  toSha256,
  startFakeUpstream,
  getTranscript,
  getTranslation,
  type FakeUpstream,
} from '../index.js';

const KEY = 'sk-upstream-1';
const AUDIO = Buffer.alloc(40_000, 'audio');
const RECORDING = { sha256: toSha256(AUDIO), filename: 'talk.mp3' };
const TEXT = getTranscript(RECORDING);

let upstream: FakeUpstream;
let client: OpenAI;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  client = new OpenAI({ apiKey: KEY, baseURL: upstream.url, maxRetries: 0 });
});

afterAll(() => upstream.close());

const file = () => toFile(AUDIO, 'talk.mp3', { type: 'audio/mpeg' });

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

describe('a transcript', () => {
  it('depends on the audio and on its name', () => {
    expect(TEXT).toContain('talk.mp3 🎧');
    expect(getTranscript({ ...RECORDING, filename: 'talk.wav' })).not.toBe(TEXT);
    expect(getTranscript({ ...RECORDING, sha256: toSha256(Buffer.from('x')) })).not.toBe(TEXT);
    expect(toDurationSeconds(AUDIO.length)).toBe(2.5);
  });
});

describe('OpenAI transcriptions by Whisper', () => {
  it('are JSON by default', async () => {
    const answer = await client.audio.transcriptions.create({ model: 'whisper-1', file: await file() });
    expect(answer).toEqual({ text: TEXT, usage: { type: 'duration', seconds: 3 } });
    const form = upstream.received.at(-1)?.form();
    expect(form?.fields).toEqual([{ name: 'model', value: 'whisper-1' }]);
    expect(form?.files).toMatchObject([
      {
        name: 'file',
        filename: 'talk.mp3',
        contentType: 'audio/mpeg',
        sha256: RECORDING.sha256,
        bytes: AUDIO,
      },
    ]);
  });

  it('tell when what was said', async () => {
    const answer = await client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
      temperature: 0.2,
    });
    expect(answer).toMatchObject({ text: TEXT, duration: 2.5, language: 'norwegian' });
    expect(answer.words?.map(({ word }) => word).join(' ')).toBe(TEXT);
    expect(answer.words?.at(-1)?.end).toBe(2.5);
    expect(answer.segments?.map(({ text }) => text).join('')).toBe(` ${TEXT}`);
    expect(Object.keys(answer.segments?.[0] ?? {})).toHaveLength(10);
    expect(upstream.received.at(-1)?.form().values('timestamp_granularities[]').toSorted()).toEqual([
      'segment',
      'word',
    ]);
  });

  it.each([
    ['text', 'text/plain; charset=utf-8', `${TEXT}\n`],
    ['srt', 'text/plain', '1\n00:00:00,000 --> 00:00:01,429\nVi hører talk.mp3'],
    ['vtt', 'text/vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:01.429\nVi hører talk.mp3'],
  ])('are text: %s', async (format, contentType, start) => {
    const response = await post(getForm({ model: 'whisper-1', response_format: format, stream: 'true' }));
    expect(response.headers.get('content-type')).toBe(contentType);
    expect((await response.text()).startsWith(start)).toBe(true);
  });

  it('are strings to the official client, which need not know that there is no stream', async () => {
    const text = await client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      response_format: 'text',
    });
    expect(text).toBe(`${TEXT}\n`);
    const response = await post(getForm({ model: 'whisper-1', stream: 'true' }));
    expect(await response.json()).toHaveProperty('text', TEXT);
  });
});

describe('OpenAI transcriptions by GPT', () => {
  it('count tokens', async () => {
    const answer = await client.audio.transcriptions.create({
      model: 'gpt-4o-transcribe',
      file: await file(),
      prompt: 'names of people',
      include: ['logprobs'],
    });
    expect(answer).toMatchObject({
      text: TEXT,
      usage: {
        type: 'tokens',
        input_tokens: 28,
        output_tokens: 14,
        total_tokens: 42,
        input_token_details: { text_tokens: 3, audio_tokens: 25 },
      },
    });
    expect(answer.logprobs?.map(({ token }) => token).join('')).toBe(TEXT);
  });

  it('stream', async () => {
    const stream = await client.audio.transcriptions.create({
      model: 'gpt-4o-mini-transcribe',
      file: await file(),
      stream: true,
    });
    const events: OpenAI.Audio.TranscriptionStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const deltas = events.flatMap((event) => (event.type === 'transcript.text.delta' ? [event.delta] : []));
    expect(deltas.join('')).toBe(TEXT);
    expect(deltas.length).toBe(events.length - 1);
    expect(events.at(-1)).toMatchObject({
      type: 'transcript.text.done',
      text: TEXT,
      usage: { output_tokens: 14 },
    });
  });

  it('tell who said what, whole and streamed', async () => {
    const request = {
      model: 'gpt-4o-transcribe-diarize',
      file: await file(),
      response_format: 'diarized_json' as const,
      chunking_strategy: 'auto' as const,
    };
    const answer = await client.audio.transcriptions.create(request);
    expect(answer).toMatchObject({
      task: 'transcribe',
      text: TEXT,
      segments: [
        { type: 'transcript.text.segment', id: 'seg_1', speaker: 'A', start: 0 },
        { speaker: 'B', end: 2.5 },
      ],
    });
    const stream = await client.audio.transcriptions.create({
      ...request,
      stream: true,
      known_speaker_names: ['Kari', 'Ola'],
    });
    const events: OpenAI.Audio.TranscriptionStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    const segments = events.filter(({ type }) => type === 'transcript.text.segment');
    expect(segments).toMatchObject([{ speaker: 'Kari' }, { speaker: 'Ola' }]);
    const deltas = events.flatMap((event) => (event.type === 'transcript.text.delta' ? [event.delta] : []));
    expect(deltas.join('')).toContain('. Så sier noen');
  });
});

describe('OpenAI translations', () => {
  it('are in English', async () => {
    const answer = await client.audio.translations.create({ model: 'whisper-1', file: await file() });
    expect(answer.text).toBe(getTranslation(RECORDING));
    const verbose = await client.audio.translations.create({
      model: 'whisper-1',
      file: await file(),
      response_format: 'verbose_json',
    });
    expect(verbose).toMatchObject({
      task: 'translate',
      language: 'english',
      text: getTranslation(RECORDING),
    });
  });

  it.each([
    [{ model: 'gpt-4o-transcribe' }, 'model'],
    [{ model: 'whisper-1', language: 'no' }, 'language'],
    [{ model: 'whisper-1', response_format: 'diarized_json' }, 'response_format'],
  ])('refuse %j', async (fields, param) => {
    const answer = await refusal(getForm(fields), 'translations');
    expect(answer).toMatchObject({ status: 400, body: { error: { param } } });
  });
});

describe('OpenAI transcriptions refuse', () => {
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

  it('files that are none', async () => {
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

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { WaveFile } from '../../wave-file/index.js';
import { getPcm, getSpeech, startFakeUpstream, type FakeUpstream, type SpeechFormat } from '../index.js';

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

async function getChunks(response: Response): Promise<{ chunks: Buffer[]; error?: unknown }> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk));
    return { chunks };
  } catch (error) {
    return { chunks, error };
  }
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

  it('is MP3 by default, and another for another voice', async () => {
    const { chunks } = await getChunks(await post(REQUEST));
    expect(Buffer.concat(chunks)).toEqual(getSpeech(INPUT, 'alloy', 'mp3'));
    expect(getSpeech(INPUT, 'ash', 'mp3')).not.toEqual(getSpeech(INPUT, 'alloy', 'mp3'));
  });

  it('is a WAV file that others can read', () => {
    const wave = new WaveFile(getSpeech(INPUT, 'alloy', 'wav'));
    expect(wave.fmt).toMatchObject({ numChannels: 1, sampleRate: 24_000, bitsPerSample: 16 });
    expect(wave.data).toMatchObject({ chunkSize: getPcm(INPUT, 'alloy').length });
  });

  it('is told as events, too', async () => {
    const response = await post({ ...REQUEST, stream_format: 'sse' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text())
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace('data: ', '')) as { type: string; audio: string });
    const last = events.pop();
    expect(last).toEqual({
      type: 'speech.audio.done',
      usage: { input_tokens: 3, output_tokens: events.length, total_tokens: 3 + events.length },
    });
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['speech.audio.delta']));
    const audio = Buffer.concat(events.map((event) => Buffer.from(event.audio, 'base64')));
    expect(audio).toEqual(getSpeech(INPUT, 'alloy', 'mp3'));
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
  ])('refuses %j', async (body, param) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param } });
  });

  it('takes voices of any name with models of other makers', async () => {
    expect((await post({ model: 'kokoro', input: 'a', voice: 'af_bella' })).status).toBe(200);
    expect((await post({ ...REQUEST, voice: { id: 'voice_1' } })).status).toBe(200);
  });
});

describe('OpenAI speech in trouble', () => {
  it.each(['truncate', 'reset'] as const)('%s after some bytes', async (kind) => {
    upstream.script({ kind, afterBytes: 3_000 });
    const response = await post(REQUEST);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    const { chunks, error } = await getChunks(response);
    expect(Buffer.concat(chunks)).toEqual(getSpeech(INPUT, 'alloy', 'mp3').subarray(0, 3_000));
    expect(error).toHaveProperty('message', 'terminated');
  });

  it('ends early as if that were all', async () => {
    upstream.script({ kind: 'end-early', afterBytes: 3_000 });
    const { chunks, error } = await getChunks(await post(REQUEST));
    expect([Buffer.concat(chunks).length, error]).toEqual([3_000, undefined]);
  });

  it('stalls until the client goes away', async () => {
    upstream.script({ kind: 'stall', afterBytes: 3_000 });
    const controller = new AbortController();
    const response = await client.audio.speech.create(
      { ...REQUEST, response_format: 'wav' },
      { signal: controller.signal },
    );
    const reader = response.body?.getReader();
    let received = 0;
    while (received < 3_000) received += (await reader?.read())?.value?.length ?? 3_000;
    expect(received).toBe(3_000);
    controller.abort();
    expect(await upstream.received[0]?.aborted).toBeGreaterThan(0);
  });

  it('breaks its events off, by events or by bytes', async () => {
    const sse = { ...REQUEST, stream_format: 'sse' };
    upstream.script(
      { kind: 'truncate', afterEvents: 2 },
      { kind: 'truncate', afterBytes: 50 },
      { kind: 'in-band-error', afterEvents: 1 },
    );
    const counted = await getChunks(await post(sse));
    expect(
      Buffer.concat(counted.chunks)
        .toString()
        .match(/^data: /gm),
    ).toHaveLength(2);
    expect(counted.error).toHaveProperty('message', 'terminated');
    expect(Buffer.concat((await getChunks(await post(sse))).chunks)).toHaveLength(50);
    expect(await (await post(sse)).text()).toContain('data: {"type":"error","error":{"type":"server_error"');
  });

  it('is slow, or an error', async () => {
    upstream.script({ kind: 'slow', bytesPerWrite: 1_000, gapMs: 1 }, { kind: 'error', status: 503 });
    const { chunks } = await getChunks(await post(REQUEST));
    expect(chunks.length).toBeGreaterThan(10);
    expect(Buffer.concat(chunks)).toEqual(getSpeech(INPUT, 'alloy', 'mp3'));
    await expect(client.audio.speech.create(REQUEST)).rejects.toMatchObject({ status: 503 });
  });
});

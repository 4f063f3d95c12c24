import { createOpenAI } from '@ai-sdk/openai';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateSpeech, transcribe } from 'ai';
import OpenAI, { toFile } from 'openai';
import { WaveFile } from '../../wave-file/index.js';
import { TEST_TOKEN, type TestGateway } from '../../harness/index.js';
import { readPartialBody, getAudio, parseTypedEvents } from '../speech/events.js';

const TEXT = 'The quick brown fox jumps over the lazy dog. It costs 42 dollars!';

export function describeSpeech(started: () => TestGateway): void {
  describe('the sandbox', () => {
    let gateway: TestGateway;
    let openai: OpenAI;

    beforeAll(() => {
      gateway = started();
      openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    });

    const speak = async (options: object): Promise<{ audio: Buffer; headers: Headers }> => {
      const asked = { model: 'sandbox-speech', input: TEXT, voice: 'nova', ...options };
      const response = await openai.audio.speech.create(asked);
      return { audio: Buffer.from(await response.arrayBuffer()), headers: response.headers };
    };

    const post = (options: object, signal?: AbortSignal): Promise<Response> =>
      fetch(`${gateway.baseUrl}/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'sandbox-speech', input: TEXT, voice: 'nova', ...options }),
        signal,
      });

    it('lists its models with their purposes', async () => {
      const response = await fetch(`${gateway.baseUrl}/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}` },
        body: recordingForm(Buffer.from('RIFF....WAVE'), { model: 'sandbox-speech' }),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'unsupported_model_capability' } });
    });

    it.each([undefined, 'wav'])('returns a WAV file for %s', async (format) => {
      const { audio, headers } = await speak({ response_format: format });
      expect(headers.get('content-type')).toBe('audio/wav');
      const wave = new WaveFile(audio);
      expect(wave.fmt).toMatchObject({
        audioFormat: 1,
        sampleRate: 24_000,
        numChannels: 1,
        bitsPerSample: 16,
      });
      const samples = wave.getSamples(false, Int16Array) as unknown as Int16Array;
      expect(samples.length).toBeGreaterThan(24_000 * 2);
      expect(samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)).toBeGreaterThan(3000);
    });

    it('returns raw samples, equal to those of the file', async () => {
      const [bare, whole] = [
        await speak({ response_format: 'pcm' }),
        await speak({ response_format: 'wav' }),
      ];
      expect(bare.headers.get('content-type')).toBe('audio/pcm');
      expect(whole.audio.subarray(-bare.audio.length).equals(bare.audio)).toBe(true);
    });

    it('returns the same audio for the same request, and follows its parameters', async () => {
      const { audio } = await speak({});
      expect((await speak({})).audio.equals(audio)).toBe(true);
      expect((await speak({ voice: 'onyx' })).audio.equals(audio)).toBe(false);
      expect((await speak({ speed: 2 })).audio.length).toBeLessThan(audio.length * 0.7);
    });

    it('streams speech as events', async () => {
      const response = await post({ stream_format: 'sse', response_format: 'pcm' });
      const events = parseTypedEvents(await response.text());
      const { audio } = await speak({ response_format: 'pcm' });
      expect(getAudio(events).equals(audio)).toBe(true);
      expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { input_tokens: 16 } });
    });

    it.each(['mp3', 'opus', 'aac', 'flac'])('rejects the format %s', async (format) => {
      await expect(speak({ response_format: format })).rejects.toMatchObject({
        status: 400,
        param: 'response_format',
        code: 'unsupported_value',
      });
    });

    it('rejects an unknown voice', async () => {
      await expect(speak({ voice: 'nobody' })).rejects.toMatchObject({
        status: 400,
        param: 'voice',
        code: 'invalid_value',
        message: expect.stringContaining('alloy, ash'),
      });
    });

    it('transcribes its own speech, for both clients', async () => {
      const { audio: audioData } = await speak({});
      const file = await toFile(audioData, 'said.wav');
      const { text } = await openai.audio.transcriptions.create({ model: 'sandbox-transcribe', file });
      expect(text).toBe(TEXT);
      const provider = createOpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN });
      const { audio } = await generateSpeech({
        model: provider.speech('sandbox-speech'),
        text: TEXT,
        voice: 'coral',
        outputFormat: 'wav',
      });
      const model = provider.transcription('sandbox-transcribe');
      expect((await transcribe({ model, audio: audio.uint8Array })).text).toBe(TEXT);
    });

    describe('as a test double', () => {
      it('fails with the status of a directive', async () => {
        await expect(speak({ input: 'Hello [[status=429; retry-after=7]]' })).rejects.toMatchObject({
          status: 429,
        });
      });

      it('does not speak its directives', async () => {
        const { audio } = await speak({ input: 'Hello [[delay=1]] there' });
        expect(audio.equals((await speak({ input: 'Hello there' })).audio)).toBe(true);
      });

      it('rejects invalid directives', async () => {
        await expect(speak({ input: '[[delay=soon]]' })).rejects.toMatchObject({
          status: 400,
          param: 'input',
        });
      });

      it('cuts off the audio, and the client notices that some is missing', async () => {
        const { bytes, isWhole } = await readPartialBody(await post({ input: `${TEXT} [[cut]]` }));
        expect(isWhole).toBe(false);
        const { audio } = await speak({});
        expect(bytes.length).toBeGreaterThan(audio.length / 4);
        expect(bytes.subarray(44).equals(audio.subarray(44, bytes.length))).toBe(true);
      });

      it('stalls in the middle until the timeout', async () => {
        const leaving = new AbortController();
        const response = await post({ input: `${TEXT} [[stall]]` }, leaving.signal);
        const reader = response.body?.getReader();
        expect((await reader?.read())?.done).toBe(false);
        leaving.abort();
        const line = await gateway.getLog(response.headers.get('x-request-id') ?? '');
        expect(line).toMatchObject({ outcome: 'client-gone' });
      });

      it.each(['cut', 'garbage'])('breaks its events: %s', async (directive) => {
        const response = await post({ input: `${TEXT} [[${directive}]]`, stream_format: 'sse' });
        const { bytes, isWhole } = await readPartialBody(response);
        expect(isWhole).toBe(false);
        const events = parseTypedEvents(bytes.toString());
        expect(events[0]?.type).toBe('speech.audio.delta');
        expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'upstream_stream_error' } });
      });

      it('paces its audio', async () => {
        const startedAt = performance.now();
        await speak({ input: 'Yes [[pace=40]]', response_format: 'pcm' });
        expect(performance.now() - startedAt).toBeGreaterThan(80);
      });
    });
  });
}

function recordingForm(recording: Buffer, fields: Record<string, string>): FormData {
  const form = new FormData();
  form.append('file', new Blob([recording]), 'a.wav');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

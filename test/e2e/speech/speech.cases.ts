import { createOpenAI } from '@ai-sdk/openai';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { generateSpeech } from 'ai';
import OpenAI from 'openai';
import { WaveFile } from '../../wave-file/index.js';
import { getPcm, getSpeech } from '../../fake-upstream/index.js';
import { TEST_TOKEN } from '../../harness/index.js';
import { type SpeechHarness } from './harness.js';
import { getAudio, parseTypedEvents } from './events.js';

const TEXT = 'Have a wonderful day 🎧 everyone';
const OPENAI_LIKE = ['openai', 'openai-compatible', 'azure-openai'];

export function describeSpeech(harnessed: () => SpeechHarness): void {
  describe('speech', () => {
    let harness: SpeechHarness;
    let openai: OpenAI;

    beforeAll(() => {
      harness = harnessed();
      openai = new OpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
    });

    const speak = async (options: object): Promise<{ audio: Buffer; headers: Headers }> => {
      const response = await openai.audio.speech.create({ input: TEXT, voice: 'nova', ...options } as never);
      return { audio: Buffer.from(await response.arrayBuffer()), headers: response.headers };
    };

    describe.each(OPENAI_LIKE)('of %s', (model) => {
      it.each([
        ['mp3', 'audio/mpeg'],
        ['opus', 'audio/ogg'],
        ['aac', 'audio/aac'],
        ['flac', 'audio/flac'],
        ['wav', 'audio/wav'],
        ['pcm', 'audio/pcm'],
      ] as const)('reaches the OpenAI client byte for byte as %s', async (format, contentType) => {
        const { audio, headers } = await speak({ model, response_format: format });
        expect(audio.equals(getSpeech(TEXT, 'nova', format))).toBe(true);
        expect(headers.get('content-type')).toBe(contentType);
        expect(headers.get('x-modelgate-channel')).toBe(model);
      });

      it('has the default format of the upstream if no format is requested', async () => {
        const { audio, headers } = await speak({ model });
        expect(audio.equals(getSpeech(TEXT, 'nova', 'mp3'))).toBe(true);
        expect(headers.get('content-type')).toBe('audio/mpeg');
      });

      it('reaches the Vercel AI SDK', async () => {
        const provider = createOpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN });
        const { audio } = await generateSpeech({ model: provider.speech(model), text: TEXT, voice: 'ash' });
        expect(Buffer.from(audio.uint8Array).equals(getSpeech(TEXT, 'ash', 'mp3'))).toBe(true);
        expect(audio.mediaType).toBe('audio/mpeg');
      });
    });

    it('is requested from Azure by its deployment', async () => {
      await speak({ model: 'azure-openai' });
      expect(harness.azure.paths.at(-1)).toBe(
        '/openai/deployments/tts-1/audio/speech?api-version=2024-10-21',
      );
    });

    it('is requested with the bytes of the client, except for the name of the model', async () => {
      const body =
        '{ "voice" : {"id":"voice_1"}, "input":"caf\\u00e9","model":"openai" , "speed": 1.50,"instructions":"Calm." }';
      const response = await harness.post(body);
      expect(response.status).toBe(200);
      expect(response.headers.get('x-modelgate-model')).toBe('gpt-4o-mini-tts');
      expect(harness.upstream.received.at(-1)?.rawBody.toString()).toBe(
        body.replace('"openai"', '"gpt-4o-mini-tts"'),
      );
      await response.arrayBuffer();
    });

    it('is returned as events with its usage if they are requested', async () => {
      const response = await harness.post({
        model: 'openai',
        input: TEXT,
        voice: 'nova',
        stream_format: 'sse',
      });
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      const events = parseTypedEvents(await response.text());
      expect(getAudio(events).equals(getSpeech(TEXT, 'nova', 'mp3'))).toBe(true);
      expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { input_tokens: 6 } });
      const requestId = response.headers.get('x-request-id') ?? '';
      expect(await harness.gateway.getLog(requestId)).toMatchObject({ stream: true, inputTokens: 6 });
    });

    describe('of Gemini', () => {
      it("is requested in Gemini's format", async () => {
        await speak({ model: 'gemini', voice: 'onyx', instructions: 'Say cheerfully:' });
        const { path, body } = harness.upstream.received.at(-1) ?? {};
        expect(path).toBe('/v1beta/models/gemini-2.5-flash-preview-tts:generateContent');
        expect(JSON.parse(String(body?.raw))).toEqual({
          contents: [{ role: 'user', parts: [{ text: `Say cheerfully: ${TEXT}` }] }],
          generationConfig: {
            responseModalities: ['AUDIO'],
            speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Algenib' } } },
          },
        });
      });

      it.each([undefined, 'wav'])('is a WAV file if %s is requested', async (format) => {
        const { audio, headers } = await speak({ model: 'gemini', voice: 'Kore', response_format: format });
        expect(headers.get('content-type')).toBe('audio/wav');
        const wave = new WaveFile(audio);
        expect(wave.fmt).toMatchObject({ sampleRate: 24_000, numChannels: 1, bitsPerSample: 16 });
        expect(Buffer.from((wave.data as { samples: Uint8Array }).samples).equals(getPcm(TEXT, 'Kore'))).toBe(
          true,
        );
      });

      it('is raw samples if they are requested', async () => {
        const { audio, headers } = await speak({ model: 'gemini', voice: 'kore', response_format: 'pcm' });
        expect(headers.get('content-type')).toBe('audio/pcm');
        expect(audio.equals(getPcm(TEXT, 'kore'))).toBe(true);
      });

      it.each(['mp3', 'opus', 'aac', 'flac'])('is not available as %s', async (format) => {
        await expect(speak({ model: 'gemini', response_format: format })).rejects.toMatchObject({
          status: 400,
          param: 'response_format',
          code: 'unsupported_value',
        });
      });

      it('is returned as events if they are requested', async () => {
        const options = {
          model: 'gemini',
          input: TEXT,
          voice: 'Puck',
          response_format: 'pcm',
          stream_format: 'sse',
        };
        const events = parseTypedEvents(await (await harness.post(options)).text());
        expect(getAudio(events).equals(getPcm(TEXT, 'Puck'))).toBe(true);
        expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { input_tokens: 6 } });
      });

      it('reaches the Vercel AI SDK', async () => {
        const provider = createOpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN });
        const model = provider.speech('gemini');
        const { audio } = await generateSpeech({ model, text: TEXT, voice: 'Kore', outputFormat: 'wav' });
        expect(audio.mediaType).toBe('audio/wav');
        expect(Buffer.from(audio.uint8Array).subarray(44).equals(getPcm(TEXT, 'Kore'))).toBe(true);
      });

      it('warns of what is lost, and is rejected if the client is strict', async () => {
        const options = { model: 'gemini', input: TEXT, voice: 'Kore', speed: 1.5, seed: 1 };
        const told = await harness.post(options);
        expect(told.headers.get('x-modelgate-warnings')).toBe('speed, seed');
        await told.arrayBuffer();
        const strict = await harness.post(options, { headers: { 'x-modelgate-strict': 'true' } });
        expect(strict.status).toBe(400);
        expect(await strict.json()).toMatchObject({
          error: { param: 'speed', code: 'unsupported_parameter' },
        });
      });

      it('has voices that only the upstream can check', async () => {
        await expect(speak({ model: 'gemini', voice: 'nobody' })).rejects.toMatchObject({
          status: 400,
          param: 'voice',
        });
      });

      it('is withheld if its safety filter blocks it', async () => {
        harness.upstream.script({ kind: 'json', body: { promptFeedback: { blockReason: 'SAFETY' } } });
        await expect(speak({ model: 'gemini', voice: 'Kore' })).rejects.toMatchObject({
          status: 400,
          code: 'content_policy_violation',
        });
      });
    });

    it('has voices that only the upstream can check', async () => {
      await expect(speak({ model: 'openai', voice: 'nobody' })).rejects.toMatchObject({
        status: 400,
        param: 'voice',
      });
      await expect(speak({ model: 'openai-compatible', voice: 'af_sky' })).resolves.toBeDefined();
    });

    it.each([
      [{ input: undefined }, 'input', 'missing_required_parameter'],
      [{ input: '' }, 'input', 'invalid_value'],
      [{ input: 'x'.repeat(4097) }, 'input', 'invalid_value'],
      [{ input: 'x'.repeat(1_000_000) }, 'input', 'invalid_value'],
      [{ input: ['x'] }, 'input', 'invalid_type'],
      [{ voice: undefined }, 'voice', 'missing_required_parameter'],
      [{ voice: '' }, 'voice', 'invalid_value'],
      [{ voice: 7 }, 'voice', 'invalid_type'],
      [{ voice: {} }, 'voice.id', 'missing_required_parameter'],
      [{ response_format: 'exe' }, 'response_format', 'invalid_value'],
      [{ speed: 0.2 }, 'speed', 'invalid_value'],
      [{ speed: '1' }, 'speed', 'invalid_type'],
      [{ stream_format: 'ndjson' }, 'stream_format', 'invalid_value'],
      [{ instructions: 1 }, 'instructions', 'invalid_type'],
      [{ model: '' }, 'model', 'invalid_value'],
      [{ base_url: 'http://127.0.0.1' }, 'base_url', 'forbidden_field'],
    ])('is rejected for %j', async (wrong, param, code) => {
      const asked = harness.upstream.received.length;
      await expect(speak({ model: 'openai', ...wrong })).rejects.toMatchObject({ status: 400, param, code });
      expect(harness.upstream.received).toHaveLength(asked);
    });

    it('is rejected as a form', async () => {
      const form = new FormData();
      form.set('model', 'openai');
      const response = await fetch(`${harness.gateway.baseUrl}/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}` },
        body: form,
      });
      expect(await response.json()).toMatchObject({ error: { code: 'unsupported_media_type' } });
      expect(response.status).toBe(415);
    });
  });
}

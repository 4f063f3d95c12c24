import { createOpenAI } from '@ai-sdk/openai';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { transcribe } from 'ai';
import OpenAI, { toFile } from 'openai';
import { toSha256, getTranscript } from '../../fake-upstream/index.js';
import { TEST_TOKEN } from '../../harness/index.js';
import { readPartialBody, parseTypedEvents } from '../speech/events.js';
import { RECORDING, type TranscriptionHarness, formWith } from './harness.js';

const TRANSCRIBED = getTranscript({ sha256: toSha256(RECORDING), filename: 'audio/wav' });
const USAGE = { promptTokenCount: 40, candidatesTokenCount: 20, totalTokenCount: 60 };
const SEGMENTS = [
  { start: 0, end: 1.25, text: 'Hello there.' },
  { start: 3661.5, end: 3662.0015, text: 'General Kenobi!' },
];

interface GeminiRequest {
  contents: { parts: { inlineData?: { mimeType: string; data: string }; text?: string }[] }[];
  generationConfig: Record<string, unknown>;
}

const answer = (text: string, finishReason = 'STOP'): { kind: 'json'; body: object } => ({
  kind: 'json',
  body: {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason, index: 0 }],
    usageMetadata: USAGE,
  },
});

const timedAnswer = answer(JSON.stringify({ language: 'English', segments: SEGMENTS }));

const getWords = ({ contents }: GeminiRequest): string => contents[0]?.parts[1]?.text ?? '';

const wordyForm = (): FormData =>
  formWith([
    ['model', 'gemini'],
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'word'],
    ['timestamp_granularities[]', 'segment'],
    ['keywords[]', 'fjord'],
  ]);

export function describeGemini(harnessed: () => TranscriptionHarness): void {
  describe('transcription by Gemini', () => {
    let harness: TranscriptionHarness;
    let openai: OpenAI;
    let file: Awaited<ReturnType<typeof toFile>>;

    beforeAll(async () => {
      harness = harnessed();
      openai = new OpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
      file = await toFile(RECORDING, 'clip.wav', { type: 'audio/wav' });
    });

    const subtitles = async (format: 'srt' | 'vtt'): Promise<unknown> => {
      harness.upstream.script(timedAnswer);
      return openai.audio.transcriptions.create({ model: 'gemini', file, response_format: format });
    };

    const asked = (): GeminiRequest => harness.upstream.received.at(-1)?.json() as GeminiRequest;

    it('is requested with the recording inline, and with instructions', async () => {
      const { text, usage } = await openai.audio.transcriptions.create({
        model: 'gemini',
        file,
        language: 'no',
        prompt: 'Ivar Aasen',
        temperature: 0.3,
      });
      expect(text).toBe(TRANSCRIBED);
      expect(usage).toMatchObject({ type: 'tokens', input_tokens: expect.any(Number) });
      expect(harness.upstream.received.at(-1)?.path).toBe('/v1beta/models/gemini-2.5-flash:generateContent');
      const { inlineData } = asked().contents[0]?.parts[0] ?? {};
      expect(inlineData?.mimeType).toBe('audio/wav');
      expect(Buffer.from(inlineData?.data ?? '', 'base64').equals(RECORDING)).toBe(true);
      expect(getWords(asked())).toMatch(/verbatim[^]*\bno\b[^]*Ivar Aasen/);
      expect(asked().generationConfig).toEqual({ temperature: 0.3 });
    });

    it('is requested in English for a translation', async () => {
      await openai.audio.translations.create({ model: 'gemini', file });
      expect(getWords(asked())).toContain('into English');
    });

    it('is returned as plain text', async () => {
      const { data, response } = await openai.audio.transcriptions
        .create({ model: 'gemini', file, response_format: 'text' })
        .withResponse();
      expect(data).toBe(`${TRANSCRIBED}\n`);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    });

    it('is streamed as events', async () => {
      const types = [];
      let text = '';
      for await (const event of await openai.audio.transcriptions.create({
        model: 'gemini',
        file,
        stream: true,
      })) {
        types.push(event.type);
        if (event.type === 'transcript.text.delta') text += event.delta;
        if (event.type === 'transcript.text.done') expect(event.text).toBe(TRANSCRIBED);
      }
      expect(text).toBe(TRANSCRIBED);
      expect(types.length).toBeGreaterThan(3);
      expect(types.at(-1)).toBe('transcript.text.done');
      expect(harness.upstream.received.at(-1)?.path).toBe(
        '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
      );
    });

    it('that breaks off during its events ends with an error event', async () => {
      harness.upstream.script({ kind: 'end-early', afterEvents: 2 });
      const response = await harness.post(
        formWith([
          ['model', 'gemini'],
          ['stream', 'true'],
        ]),
      );
      const { bytes, isWhole } = await readPartialBody(response);
      expect(isWhole).toBe(false);
      expect(parseTypedEvents(bytes.toString()).at(-1)).toMatchObject({
        type: 'error',
        error: { code: 'upstream_stream_error' },
      });
    });

    it('has times in all members that clients of Whisper expect', async () => {
      harness.upstream.script(timedAnswer);
      const transcript = await openai.audio.transcriptions.create({
        model: 'gemini',
        file,
        response_format: 'verbose_json',
      });
      expect(transcript).toMatchObject({
        task: 'transcribe',
        language: 'english',
        duration: 3662.0015,
        text: 'Hello there. General Kenobi!',
        usage: { type: 'duration', seconds: 3663 },
      });
      expect(transcript.segments?.[0]).toEqual({
        id: 0,
        seek: 0,
        start: 0,
        end: 1.25,
        text: 'Hello there.',
        tokens: [],
        temperature: 0,
        avg_logprob: 0,
        compression_ratio: 1,
        no_speech_prob: 0,
      });
      expect(asked().generationConfig).toMatchObject({ responseMimeType: 'application/json' });
    });

    it('is returned as subtitles', async () => {
      expect(await subtitles('srt')).toBe(
        '1\n00:00:00,000 --> 00:00:01,250\nHello there.\n\n' +
          '2\n01:01:01,500 --> 01:01:02,002\nGeneral Kenobi!\n\n',
      );
      expect(await subtitles('vtt')).toBe(
        'WEBVTT\n\n00:00:00.000 --> 00:00:01.250\nHello there.\n\n' +
          '01:01:01.500 --> 01:01:02.002\nGeneral Kenobi!\n\n',
      );
    });

    it('reaches the Vercel AI SDK, with its times', async () => {
      harness.upstream.script(timedAnswer);
      const provider = createOpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN });
      const { text, segments, language } = await transcribe({
        model: provider.transcription('gemini'),
        audio: RECORDING,
        providerOptions: { openai: { responseFormat: 'verbose_json' } },
      });
      expect(text).toBe('Hello there. General Kenobi!');
      expect(segments[0]).toEqual({ text: 'Hello there.', startSecond: 0, endSecond: 1.25 });
      expect(language).toBe('en');
    });

    it('fails if it was truncated or is invalid', async () => {
      harness.upstream.script(answer('Hello', 'MAX_TOKENS'));
      await expect(openai.audio.transcriptions.create({ model: 'gemini', file })).rejects.toMatchObject({
        status: 502,
        code: 'upstream_bad_response',
      });
      harness.upstream.script(answer('Sorry, I cannot.'));
      await expect(
        openai.audio.transcriptions.create({ model: 'gemini', file, response_format: 'srt' }),
      ).rejects.toMatchObject({ status: 502, code: 'upstream_bad_response' });
    });

    it('warns of what is lost, and is rejected if the client is strict', async () => {
      harness.upstream.script(timedAnswer);
      const told = await harness.post(wordyForm());
      expect(told.status).toBe(200);
      expect(told.headers.get('x-modelgate-warnings')).toBe('timestamp_granularities, keywords');
      const strict = await harness.post(wordyForm(), { headers: { 'x-modelgate-strict': 'true' } });
      expect(strict.status).toBe(400);
      expect(await strict.json()).toMatchObject({
        error: { param: 'timestamp_granularities', code: 'unsupported_parameter' },
      });
    });

    it('warns only of what the channel that served it has lost', async () => {
      harness.upstream.script({ kind: 'error', status: 500 });
      const form = formWith([
        ['model', 'small-first'],
        ['language', 'no'],
        ['chunking_strategy', 'auto'],
      ]);
      harness.upstream.script({ kind: 'json', body: { text: 'Hei.' } });
      const response = await harness.post(form);
      expect(await response.json()).toEqual({ text: 'Hei.' });
      expect(response.headers.get('x-modelgate-channel')).toBe('roomy');
      expect(response.headers.get('x-modelgate-warnings')).toBeNull();
    });

    it('does not distinguish speakers', async () => {
      await expect(
        openai.audio.transcriptions.create({ model: 'gemini', file, response_format: 'diarized_json' }),
      ).rejects.toMatchObject({ status: 400, param: 'response_format', code: 'unsupported_parameter' });
    });

    it('rejects a file that is too large for it, and another channel serves it', async () => {
      const large = new File([RECORDING, Buffer.alloc(14 * 2 ** 20)], 'large.wav');
      await expect(
        openai.audio.transcriptions.create({ model: 'gemini', file: large }),
      ).rejects.toMatchObject({
        status: 413,
        param: 'file',
        code: 'request_too_large',
      });
      const { response } = await openai.audio.transcriptions
        .create({ model: 'small-first', file: large })
        .withResponse();
      expect(response.headers.get('x-modelgate-channel')).toBe('roomy');
    });
  });
}

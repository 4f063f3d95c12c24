import { createOpenAI } from '@ai-sdk/openai';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { transcribe } from 'ai';
import OpenAI, { toFile } from 'openai';
import { toDurationSeconds, toSha256, getTranscript, getTranslation } from '../../fake-upstream/index.js';
import { TEST_TOKEN } from '../../harness/index.js';
import { RECORDING, type TranscriptionHarness, formWith } from './harness.js';

const SECONDS = toDurationSeconds(RECORDING.length);
const SHA256 = toSha256(RECORDING);
const TRANSCRIBED = getTranscript({ sha256: SHA256, filename: 'clip.wav' });
const WHISPERS = ['whisper', 'compatible', 'azure'];

export function describeTranscription(harnessed: () => TranscriptionHarness): void {
  describe('transcription', () => {
    let harness: TranscriptionHarness;
    let openai: OpenAI;
    let file: Awaited<ReturnType<typeof toFile>>;

    beforeAll(async () => {
      harness = harnessed();
      openai = new OpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
      file = await toFile(RECORDING, 'clip.wav', { type: 'audio/wav' });
    });

    describe.each(WHISPERS)('of %s', (model) => {
      it('reaches the OpenAI client as JSON', async () => {
        const transcript = await openai.audio.transcriptions.create({ model, file });
        expect(transcript).toMatchObject({ text: TRANSCRIBED, usage: { type: 'duration' } });
      });

      it('reaches it with the times of words and segments', async () => {
        const transcript = await openai.audio.transcriptions.create({
          model,
          file,
          response_format: 'verbose_json',
          timestamp_granularities: ['word', 'segment'],
        });
        expect(transcript).toMatchObject({ task: 'transcribe', duration: SECONDS, text: TRANSCRIBED });
        expect(transcript.segments).toHaveLength(2);
        expect(transcript.words?.map(({ word }) => word).join(' ')).toBe(TRANSCRIBED);
      });

      it.each([
        ['text', 'text/plain; charset=utf-8', /^Vi hører .*\.\n$/],
        ['srt', 'text/plain; charset=utf-8', /^1\n00:00:00,000 --> 00:00:\d\d,\d{3}\nVi hører/],
        ['vtt', 'text/vtt; charset=utf-8', /^WEBVTT\n\n00:00:00\.000 --> 00:00:\d\d\.\d{3}\nVi hører/],
      ] as const)('reaches it as %s, without JSON', async (format, contentType, pattern) => {
        const { data, response } = await openai.audio.transcriptions
          .create({ model, file, response_format: format })
          .withResponse();
        expect(data).toMatch(pattern);
        expect(response.headers.get('content-type')).toBe(contentType);
      });

      it('can be translated to English, in every format that has it', async () => {
        const text = getTranslation({ sha256: SHA256, filename: 'clip.wav' });
        expect(await openai.audio.translations.create({ model, file })).toMatchObject({ text });
        const plain = await openai.audio.translations.create({ model, file, response_format: 'text' });
        expect(plain).toBe(`${text}\n`);
        const verbose = await openai.audio.translations.create({
          model,
          file,
          response_format: 'verbose_json',
        });
        expect(verbose).toMatchObject({ text, duration: SECONDS });
      });

      it('reaches the Vercel AI SDK, with its times', async () => {
        const provider = createOpenAI({ baseURL: harness.gateway.baseUrl, apiKey: TEST_TOKEN });
        const { text, segments, durationInSeconds } = await transcribe({
          model: provider.transcription(model),
          audio: RECORDING,
          providerOptions: { openai: { responseFormat: 'verbose_json' } },
        });
        expect(text).toBe(getTranscript({ sha256: SHA256, filename: 'audio.wav' }));
        expect(segments).toHaveLength(2);
        expect(durationInSeconds).toBe(SECONDS);
      });
    });

    it('is requested from Azure by its deployment', async () => {
      await openai.audio.transcriptions.create({ model: 'azure', file });
      expect(harness.azure.paths.at(-1)).toBe(
        '/openai/deployments/whisper-1/audio/transcriptions?api-version=2024-10-21',
      );
    });

    it('is requested with the form of the client, in its order, except for the name of the model', async () => {
      const fields = [
        ['language', 'no'],
        ['model', 'gpt'],
        ['include[]', 'logprobs'],
        ['chunking_strategy[type]', 'server_vad'],
        ['chunking_strategy[threshold]', '0.5'],
        ['prompt', 'Æsops «fabler»\r\nog mer'],
      ] as const;
      const response = await harness.post(formWith(fields));
      expect(response.status).toBe(200);
      expect(response.headers.get('x-modelgate-model')).toBe('gpt-4o-transcribe');
      const { entries = [], files = [] } = harness.upstream.received.at(-1)?.form() ?? {};
      expect(entries.map((entry) => ('value' in entry ? [entry.name, entry.value] : entry.name))).toEqual([
        'file',
        ...fields.map(([name, value]) => [name, name === 'model' ? 'gpt-4o-transcribe' : value]),
      ]);
      expect(files).toMatchObject([
        { filename: 'take one.wav', contentType: 'audio/wav', sha256: SHA256, sizeBytes: RECORDING.length },
      ]);
    });

    it.each(['gpt', 'compatible'])('is streamed as events from %s, with its usage', async (model) => {
      const { data, response } = await openai.audio.transcriptions
        .create({ model, file, stream: true })
        .withResponse();
      const events = [];
      for await (const event of data) events.push(event);
      const deltas = events.flatMap((event) => (event.type === 'transcript.text.delta' ? [event.delta] : []));
      expect(deltas.length).toBeGreaterThan(3);
      expect(deltas.join('')).toBe(TRANSCRIBED);
      expect(events.at(-1)).toMatchObject({ type: 'transcript.text.done', text: TRANSCRIBED });
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      const line = await harness.gateway.getLog(response.headers.get('x-request-id') ?? '');
      expect(line).toMatchObject({ stream: true, outcome: 'ok', inputTokens: expect.any(Number) });
    });

    it('is not streamed if the model ignores the stream parameter', async () => {
      const response = await harness.post(
        formWith([
          ['model', 'whisper'],
          ['stream', 'true'],
        ]),
      );
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toMatchObject({ text: expect.stringMatching(/^Vi hører/) });
    });

    it('distinguishes speakers if the model does, streamed and not', async () => {
      const asked = { model: 'diarize', file, response_format: 'diarized_json' as const };
      const whole = await openai.audio.transcriptions.create(asked);
      expect(whole).toMatchObject({ segments: [{ speaker: 'A' }, { speaker: 'B' }] });
      const types = [];
      for await (const event of await openai.audio.transcriptions.create({ ...asked, stream: true })) {
        types.push(event.type);
      }
      expect(types.filter((type) => type === 'transcript.text.segment')).toHaveLength(2);
      expect(types.at(-1)).toBe('transcript.text.done');
    });

    it('is in the requested format, also from a server that always returns JSON', async () => {
      harness.upstream.script({ kind: 'json', body: { text: 'Hei.' } });
      const plain = await openai.audio.transcriptions.create({
        model: 'compatible',
        file,
        response_format: 'text',
      });
      expect(plain).toBe('Hei.\n');
    });

    it('accepts the model before or after the file', async () => {
      const form = new FormData();
      form.append('model', 'whisper');
      form.append('file', new Blob([RECORDING]), 'a.wav');
      expect((await harness.post(form)).status).toBe(200);
    });
  });
}

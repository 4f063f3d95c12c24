import { beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI, { toFile } from 'openai';
import { TEST_TOKEN, type TestGateway } from '../../harness/index.js';

const TEXT = 'Good morning everyone. This is the second sentence.';
const model = 'sandbox-transcribe';

export function describeTranscription(started: () => TestGateway): void {
  describe('the sandbox', () => {
    let gateway: TestGateway;
    let openai: OpenAI;
    let file: Awaited<ReturnType<typeof toFile>>;

    beforeAll(async () => {
      gateway = started();
      openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
      const speech = await openai.audio.speech.create({
        model: 'sandbox-speech',
        input: TEXT,
        voice: 'sage',
      });
      file = await toFile(Buffer.from(await speech.arrayBuffer()), 'said.wav');
    });

    const tell = (prompt: string, stream = false): Promise<unknown> =>
      openai.audio.transcriptions.create({ model, file, prompt, stream });

    it('transcribes its own speech', async () => {
      const { text, usage } = await openai.audio.transcriptions.create({ model, file });
      expect(text).toBe(TEXT);
      expect(usage).toMatchObject({ type: 'duration', seconds: expect.any(Number) });
    });

    it('translates text that is English already', async () => {
      expect(await openai.audio.translations.create({ model, file })).toMatchObject({ text: TEXT });
      const verbose = await openai.audio.translations.create({
        model,
        file,
        response_format: 'verbose_json',
      });
      expect(verbose).toMatchObject({ task: 'translate', text: TEXT });
    });

    it('returns the times of segments and words, in order and within the recording', async () => {
      const { duration, language, words, segments } = await openai.audio.transcriptions.create({
        model,
        file,
        response_format: 'verbose_json',
        timestamp_granularities: ['word', 'segment'],
      });
      expect(language).toBe('english');
      expect(words?.map(({ word }) => word).join(' ')).toBe(TEXT.replaceAll('.', ''));
      const times = words?.flatMap(({ start, end }) => [start, end]) ?? [];
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(duration);
      expect(segments?.map(({ text }) => text.trim()).join(' ')).toBe(TEXT);
      expect(Object.keys(segments?.[0] ?? {})).toHaveLength(10);
    });

    it.each([
      ['text', /^Good morning everyone\. This is the second sentence\.\n$/],
      ['srt', /^1\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\nGood morning/],
      ['vtt', /^WEBVTT\n\n\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}\nGood morning/],
    ] as const)('returns %s', async (format, pattern) => {
      const written = await openai.audio.transcriptions.create({ model, file, response_format: format });
      expect(written).toMatch(pattern);
    });

    it('names its one speaker', async () => {
      const asked = { model, file, response_format: 'diarized_json' as const };
      const transcribed: unknown = await openai.audio.transcriptions.create(asked);
      expect(transcribed).toMatchObject({
        task: 'transcribe',
        text: TEXT,
        segments: expect.arrayContaining([
          expect.objectContaining({ type: 'transcript.text.segment', speaker: 'A' }),
        ]),
      });
    });

    it('streams word by word', async () => {
      const stream = await openai.audio.transcriptions.create({ model, file, stream: true });
      const deltas: string[] = [];
      let done: string | undefined;
      for await (const event of stream) {
        if (event.type === 'transcript.text.delta') deltas.push(event.delta);
        if (event.type === 'transcript.text.done') done = event.text;
      }
      expect(deltas).toHaveLength(8);
      expect(deltas.join('')).toBe(TEXT);
      expect(done).toBe(TEXT);
    });

    it('follows the directives in the prompt', async () => {
      await expect(tell('[[status=503]]')).rejects.toMatchObject({ status: 503 });
      await expect(tell('[[cut]]')).rejects.toMatchObject({ status: 502, code: 'upstream_interrupted' });
      await expect(tell('[[garbage]]')).rejects.toMatchObject({ status: 502, code: 'upstream_bad_response' });
      await expect(tell('[[delay=x]]')).rejects.toMatchObject({ status: 400, param: 'prompt' });
      const broken = (await tell('[[cut]]', true)) as AsyncIterable<{ type: string }>;
      const types: string[] = [];
      const read = async (): Promise<void> => {
        for await (const { type } of broken) types.push(type);
      };
      await expect(read()).rejects.toThrow('ended its response early');
      expect(types[0]).toBe('transcript.text.delta');
    });

    it('rejects a file that only begins like its own', async () => {
      const fake = await toFile(Buffer.from('RIFF\u0010\0\0\0WAVEnothing'), 'fake.wav');
      await expect(openai.audio.transcriptions.create({ model, file: fake })).rejects.toMatchObject({
        status: 400,
        param: 'file',
      });
    });
  });
}

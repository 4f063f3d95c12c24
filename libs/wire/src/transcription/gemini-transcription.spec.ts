import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type TranscriptionRequest } from '#canonical';
import { SseDecoder } from '#sse';
import {
  GeminiTranscriptStream,
  decodeGeminiTranscription,
  encodeGeminiTranscription,
} from './gemini-transcription.js';

const ASKED: TranscriptionRequest = {
  model: 'm',
  task: 'transcribe',
  format: 'json',
  isStreamed: false,
  file: { path: '/spool/1', sizeBytes: 3, mediaType: 'audio/mpeg' },
};

const buildResponse = (text: string, finishReason = 'STOP'): JsonObject => ({
  candidates: [{ content: { parts: [{ text: 'Hm.', thought: true }, { text }] }, finishReason }],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 },
});

const getPrompt = (asked: TranscriptionRequest): string =>
  JSON.stringify(encodeGeminiTranscription(asked, 'AAAA').body);

describe('a Gemini transcription request', () => {
  it("contains the recording with the service's media type", () => {
    const { body, lost } = encodeGeminiTranscription(ASKED, 'AAAA');
    expect(body).toMatchObject({
      contents: [{ parts: [{ inlineData: { mimeType: 'audio/mp3', data: 'AAAA' } }, {}] }],
      generationConfig: {},
    });
    expect(lost).toEqual([]);
  });

  it.each(['srt', 'vtt', 'verbose_json'] as const)('requests timestamps for %s', (format) => {
    const { body } = encodeGeminiTranscription({ ...ASKED, format }, '');
    expect(body['generationConfig']).toMatchObject({
      responseSchema: { required: ['language', 'segments'] },
    });
  });

  it("contains the client's settings", () => {
    expect(getPrompt(ASKED)).toContain('verbatim');
    expect(getPrompt({ ...ASKED, task: 'translate' })).toContain('into English');
    expect(getPrompt({ ...ASKED, language: 'nn', prompt: 'Aasen' })).toMatch(/is nn\..*Aasen/);
  });

  it('warns of word timestamps', () => {
    const { lost } = encodeGeminiTranscription({ ...ASKED, granularities: ['segment', 'word'] }, '');
    expect(lost).toMatchObject([{ field: 'granularities' }]);
  });
});

describe('a Gemini transcription response', () => {
  it('has its text without thoughts', () => {
    expect(decodeGeminiTranscription(buildResponse(' Hello.\n'), ASKED)).toMatchObject({
      text: 'Hello.',
      usage: { inputTokens: 9, outputTokens: 3 },
    });
  });

  it('may be empty', () => {
    const silence = { candidates: [{ finishReason: 'STOP' }] };
    expect(decodeGeminiTranscription(silence, ASKED)).toMatchObject({ text: '' });
  });

  it('has timestamps in JSON', () => {
    const said = {
      language: 'Norwegian',
      segments: [{ start: 1, end: 2.5, text: ' Hei. ' }, { text: 'Hå.' }],
    };
    const asked = { ...ASKED, format: 'srt' } as const;
    expect(decodeGeminiTranscription(buildResponse(JSON.stringify(said)), asked)).toMatchObject({
      text: 'Hei. Hå.',
      language: 'norwegian',
      segments: [
        { startSeconds: 1, endSeconds: 2.5, text: 'Hei.' },
        { startSeconds: 0, endSeconds: 0, text: 'Hå.' },
      ],
    });
  });

  it.each([
    [buildResponse('Hello', 'MAX_TOKENS'), 'json', 'upstream-bad-response'],
    [buildResponse('Hello'), 'srt', 'upstream-bad-response'],
    [buildResponse('{"segments":{}}'), 'vtt', 'upstream-bad-response'],
    [{}, 'json', 'upstream-bad-response'],
    [{ promptFeedback: { blockReason: 'SAFETY' } }, 'json', 'upstream-rejected'],
  ] as [JsonObject, TranscriptionRequest['format'], string][])('is not: %j as %s', (body, format, kind) => {
    expect(() => decodeGeminiTranscription(body, { ...ASKED, format })).toThrow(
      expect.objectContaining({ kind }),
    );
  });
});

const stream = (...chunks: JsonObject[]): string => {
  const answers = new GeminiTranscriptStream();
  const bytes = Buffer.from(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join(''));
  const events = new SseDecoder().push(bytes).map((block) => answers.push(block) ?? Buffer.alloc(0));
  return Buffer.concat([...events, answers.finish() ?? Buffer.alloc(0)]).toString();
};
const chunk = (text: string, end: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { parts: [{ text }] }, ...end }],
});

describe('a streamed Gemini transcription', () => {
  it('arrives in deltas and ends with the complete text', () => {
    expect(
      stream(chunk('Hel'), {
        ...chunk('lo', { finishReason: 'STOP' }),
        usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2 },
      }),
    ).toBe(
      'event: transcript.text.delta\ndata: {"type":"transcript.text.delta","delta":"Hel"}\n\n' +
        'event: transcript.text.delta\ndata: {"type":"transcript.text.delta","delta":"lo"}\n\n' +
        'event: transcript.text.done\ndata: {"type":"transcript.text.done","text":"Hello",' +
        '"usage":{"type":"tokens","input_tokens":4,"output_tokens":2,"total_tokens":6}}\n\n',
    );
  });

  it.each([
    ['ends early', [chunk('Hel')], 'upstream-interrupted'],
    ['is cut short', [chunk('Hel', { finishReason: 'MAX_TOKENS' })], 'upstream-bad-response'],
    ['is withheld', [chunk('Hel', { finishReason: 'SAFETY' })], 'upstream-rejected'],
    ['is not begun', [{ promptFeedback: { blockReason: 'SAFETY' } }], 'upstream-rejected'],
    ['reports an error', [chunk('Hel'), { error: { code: 500, message: 'Oops' } }], 'upstream-error'],
  ] as [string, JsonObject[], string][])('fails where it %s', (_what, chunks, kind) => {
    expect(() => stream(...chunks)).toThrow(expect.objectContaining({ kind }));
  });
});

import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type Transcript, type TranscriptionRequest } from '#canonical';
import { decodeTranscript, encodeTranscript } from './transcript.js';

const TRANSCRIPT: Transcript = {
  text: 'One. Two.',
  language: 'english',
  durationSeconds: 4.2,
  segments: [
    { startSeconds: 0.0004, endSeconds: 1.9996, text: ' One. ' },
    { startSeconds: 359_999.9999, endSeconds: 359_999, text: 'Two --> \n\nthree.' },
  ],
  words: [{ word: 'One', startSeconds: 0, endSeconds: 1 }],
  usage: { inputTokens: 10, outputTokens: 5 },
};

const encode = (asked: Partial<TranscriptionRequest>, transcript = TRANSCRIPT): string =>
  encodeTranscript(transcript, { task: 'transcribe', format: 'json', ...asked });

describe('a transcript', () => {
  it('has only its text as JSON', () => {
    expect(JSON.parse(encode({ format: 'json' }))).toEqual({
      text: 'One. Two.',
      usage: { type: 'tokens', input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    });
    const transcribed = { text: '', usage: { inputTokens: 0, outputTokens: 0, audioSeconds: 1.2 } };
    expect(JSON.parse(encode({}, transcribed))).toEqual({
      text: '',
      usage: { type: 'duration', seconds: 2 },
    });
    expect(JSON.parse(encode({}, { text: 'x' }))).toEqual({ text: 'x' });
  });

  it('ends with a newline as text', () => {
    expect(encode({ format: 'text' })).toBe('One. Two.\n');
  });

  it('has exact times in subtitles, and no line that ends a cue early', () => {
    expect(encode({ format: 'srt' })).toBe(
      '1\n00:00:00,000 --> 00:00:02,000\nOne.\n\n2\n100:00:00,000 --> 100:00:00,000\nTwo ->\nthree.\n\n',
    );
    expect(encode({ format: 'vtt' })).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nOne.\n\n100:00:00.000 --> 100:00:00.000\nTwo ->\nthree.\n\n',
    );
  });

  it('is one cue without timestamps, and none without text', () => {
    expect(encode({ format: 'srt' }, { text: 'All.', durationSeconds: 2 })).toBe(
      '1\n00:00:00,000 --> 00:00:02,000\nAll.\n\n',
    );
    expect(encode({ format: 'vtt' }, { text: '' })).toBe('WEBVTT\n\n');
  });

  it('has every key in verbose_json', () => {
    const { segments, ...rest } = JSON.parse(encode({ format: 'verbose_json', temperature: 0.4 })) as {
      segments: object[];
    };
    expect(rest).toEqual({
      task: 'transcribe',
      language: 'english',
      duration: 4.2,
      text: 'One. Two.',
      usage: { type: 'duration', seconds: 5 },
    });
    expect(segments[0]).toEqual({
      id: 0,
      seek: 0,
      start: 0.0004,
      end: 1.9996,
      text: ' One. ',
      tokens: [],
      temperature: 0.4,
      avg_logprob: 0,
      compression_ratio: 1,
      no_speech_prob: 0,
    });
  });

  it.each([
    [['word'], { hasWords: true, hasSegments: false }],
    [['segment'], { hasWords: false, hasSegments: true }],
    [['word', 'segment'], { hasWords: true, hasSegments: true }],
    [undefined, { hasWords: false, hasSegments: true }],
  ] as const)('has the times of what was asked: %j', (granularities, { hasWords, hasSegments }) => {
    const body = JSON.parse(encode({ format: 'verbose_json', granularities })) as object;
    expect('words' in body).toBe(hasWords);
    expect('segments' in body).toBe(hasSegments);
  });

  it('decodes from the JSON that it was encoded in', () => {
    const { words: _words, usage: _usage, ...known } = TRANSCRIPT;
    const body = JSON.parse(encode({ format: 'verbose_json' })) as Record<string, never>;
    expect(decodeTranscript(body)).toMatchObject({ ...known, usage: { audioSeconds: 5 } });
  });

  it.each<JsonObject>([{}, { text: 7 }, { error: { message: 'no' } }])('is not: %j', (body) => {
    expect(() => decodeTranscript(body)).toThrow(expect.objectContaining({ kind: 'upstream-bad-response' }));
  });

  it.each([
    [{ usage: { type: 'duration', seconds: 3 } }, { inputTokens: 0, audioSeconds: 3 }],
    [{ duration: 2.5 }, { inputTokens: 0, audioSeconds: 2.5 }],
    [{ usage: { type: 'tokens', input_tokens: 7, output_tokens: 2 } }, { inputTokens: 7, outputTokens: 2 }],
    [{ usage: { type: 'duration', seconds: -3 } }, undefined],
    [{ usage: { type: 'duration', seconds: 1e12 } }, undefined],
    [{}, undefined],
  ])('has the usage of %j', (answer, usage) => {
    const read = decodeTranscript({ text: '', ...answer }).usage;
    if (usage === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(usage);
  });
});

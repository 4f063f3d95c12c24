import { describe, expect, it } from '@jest/globals';
import { formatTimestamp, parseTranscript } from './transcription-call.js';

describe('parseTranscript', () => {
  it('reads segments and words with timestamps', () => {
    const body = JSON.stringify({
      text: 'Hello there.',
      language: 'english',
      duration: 1.5,
      segments: [{ id: 0, start: 0.04, end: 0.76, text: ' Hello there.' }],
      words: [{ word: 'Hello', start: 0.04, end: 0.4 }],
    });
    expect(parseTranscript(body, 'verbose_json')).toEqual({
      text: 'Hello there.',
      language: 'english',
      durationSeconds: 1.5,
      segments: [{ startSeconds: 0.04, endSeconds: 0.76, text: 'Hello there.' }],
      words: [{ startSeconds: 0.04, endSeconds: 0.4, text: 'Hello' }],
    });
  });

  it('reads a response that has only text', () => {
    expect(parseTranscript('{"text":"Hi"}', 'json')).toMatchObject({ text: 'Hi', segments: [], words: [] });
  });

  it('does not parse text and subtitles, even if they look like JSON', () => {
    expect(parseTranscript('{"text":1}\n', 'text').text).toBe('{"text":1}');
    expect(parseTranscript('WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n\n', 'vtt').text).toContain('-->');
  });
});

describe('formatTimestamp', () => {
  it.each([
    [0, '0:00.00'],
    [62.5, '1:02.50'],
    [59.999, '1:00.00'],
  ])('writes %d as %s', (seconds, text) => {
    expect(formatTimestamp(seconds)).toBe(text);
  });
});

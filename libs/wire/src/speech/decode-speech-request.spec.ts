import { describe, expect, it } from '@jest/globals';
import { decodeSpeechRequest } from './decode-speech-request.js';

const ASKED = { model: 'm', input: 'Hello', voice: 'nova' };

describe('decodeSpeechRequest', () => {
  it('decodes all parameters', () => {
    const body = {
      ...ASKED,
      instructions: 'Calmly.',
      response_format: 'flac',
      speed: 0.25,
      stream_format: 'sse',
      seed: 7,
    };
    expect(decodeSpeechRequest(body)).toEqual({
      model: 'm',
      text: 'Hello',
      voice: 'nova',
      instructions: 'Calmly.',
      format: 'flac',
      speed: 0.25,
      delivery: 'events',
      extensions: { seed: 7 },
    });
  });

  it('treats null as absent, and returns audio by default', () => {
    const body = { ...ASKED, instructions: null, response_format: null, speed: null, stream_format: null };
    expect(decodeSpeechRequest(body)).toEqual({
      model: 'm',
      text: 'Hello',
      voice: 'nova',
      delivery: 'audio',
    });
  });

  it('accepts a voice with an id, and a text of the maximum length', () => {
    const { voice, text } = decodeSpeechRequest({ ...ASKED, voice: { id: 'v1' }, input: 'x'.repeat(4096) });
    expect(voice).toBe('v1');
    expect(text).toHaveLength(4096);
  });

  it.each([
    [{ model: undefined }, 'model', 'missing-parameter'],
    [{ input: null }, 'input', 'missing-parameter'],
    [{ input: '' }, 'input', 'invalid-value'],
    [{ input: 'x'.repeat(4097) }, 'input', 'invalid-value'],
    [{ voice: null }, 'voice', 'missing-parameter'],
    [{ voice: '' }, 'voice', 'invalid-value'],
    [{ voice: ['nova'] }, 'voice', 'invalid-type'],
    [{ voice: { id: 7 } }, 'voice.id', 'invalid-type'],
    [{ response_format: 'exe' }, 'response_format', 'invalid-value'],
    [{ speed: 4.01 }, 'speed', 'invalid-value'],
    [{ stream_format: true }, 'stream_format', 'invalid-type'],
  ])('rejects %j at %s with %s', (wrong, param, kind) => {
    const body = JSON.parse(JSON.stringify({ ...ASKED, ...wrong })) as Record<string, never>;
    expect(() => decodeSpeechRequest(body)).toThrow(expect.objectContaining({ param, kind }));
  });
});

import { describe, expect, it } from '@jest/globals';
import { type TranscriptionWish, transcriptionRequest } from './transcription-request.js';

const WISH: TranscriptionWish = {
  model: 'm',
  file: new File(['x'], 'a.wav'),
  task: 'transcribe',
  language: ' de ',
  prompt: '',
  format: 'verbose_json',
  withWords: true,
};

function sent(wish: TranscriptionWish): string[] {
  return (transcriptionRequest(wish).form ?? []).map(({ name, value }) =>
    typeof value === 'string' ? `${name}=${value}` : name,
  );
}

describe('transcriptionRequest', () => {
  it('asks for what was chosen, and leaves out what was not', () => {
    expect(sent(WISH)).toEqual([
      'model=m',
      'file',
      'response_format=verbose_json',
      'language=de',
      'timestamp_granularities[]=segment',
      'timestamp_granularities[]=word',
    ]);
  });

  it('asks for the times of words only where the format has a place for them', () => {
    expect(sent({ ...WISH, format: 'srt' }).join()).not.toContain('granularities');
  });

  it('sends a translation to its own endpoint, which takes no language', () => {
    const wish: TranscriptionWish = { ...WISH, task: 'translate', prompt: 'Names: Ada' };
    expect(transcriptionRequest(wish).path).toBe('/v1/audio/translations');
    expect(sent(wish)).toEqual(['model=m', 'file', 'response_format=verbose_json', 'prompt=Names: Ada']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { type TranscriptionOptions, transcriptionRequest } from './transcription-call.js';

const OPTIONS: TranscriptionOptions = {
  model: 'm',
  file: new File(['x'], 'a.wav'),
  task: 'transcribe',
  language: ' de ',
  prompt: '',
  format: 'verbose_json',
  withWords: true,
};

function sent(options: TranscriptionOptions): string[] {
  return (transcriptionRequest(options).form ?? []).map(({ name, value }) =>
    typeof value === 'string' ? `${name}=${value}` : name,
  );
}

describe('transcriptionRequest', () => {
  it('contains the options, and leaves out empty ones', () => {
    expect(sent(OPTIONS)).toEqual([
      'model=m',
      'file',
      'response_format=verbose_json',
      'language=de',
      'timestamp_granularities[]=segment',
      'timestamp_granularities[]=word',
    ]);
  });

  it('requests timestamps of words only if the format supports them', () => {
    expect(sent({ ...OPTIONS, format: 'srt' }).join()).not.toContain('granularities');
  });

  it('sends a translation to its own endpoint, which has no language parameter', () => {
    const options: TranscriptionOptions = { ...OPTIONS, task: 'translate', prompt: 'Names: Ada' };
    expect(transcriptionRequest(options).path).toBe('/v1/audio/translations');
    expect(sent(options)).toEqual(['model=m', 'file', 'response_format=verbose_json', 'prompt=Names: Ada']);
  });
});

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
  it('asks for what was chosen, and leaves out what was not', () => {
    expect(sent(OPTIONS)).toEqual([
      'model=m',
      'file',
      'response_format=verbose_json',
      'language=de',
      'timestamp_granularities[]=segment',
      'timestamp_granularities[]=word',
    ]);
  });

  it('asks for the times of words only where the format has a place for them', () => {
    expect(sent({ ...OPTIONS, format: 'srt' }).join()).not.toContain('granularities');
  });

  it('sends a translation to its own endpoint, which takes no language', () => {
    const options: TranscriptionOptions = { ...OPTIONS, task: 'translate', prompt: 'Names: Ada' };
    expect(transcriptionRequest(options).path).toBe('/v1/audio/translations');
    expect(sent(options)).toEqual(['model=m', 'file', 'response_format=verbose_json', 'prompt=Names: Ada']);
  });
});

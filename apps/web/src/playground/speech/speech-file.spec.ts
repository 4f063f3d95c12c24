import { describe, expect, it } from '@jest/globals';
import { toSpeechFile } from './speech-file.js';

describe('toSpeechFile', () => {
  it('is named by the media type of the response', async () => {
    const { name, type } = await toSpeechFile(new Blob(['x'], { type: 'audio/mpeg; rate=1' }), undefined);
    expect({ name, type }).toEqual({ name: 'speech.mp3', type: 'audio/mpeg' });
  });

  it('is named by the requested format if there is no media type', async () => {
    expect((await toSpeechFile(new Blob(['x']), 'flac')).name).toBe('speech.flac');
  });

  it('adds a WAV header to PCM', async () => {
    const file = await toSpeechFile(new Blob([Uint8Array.of(1, 2)], { type: 'audio/pcm' }), 'pcm');
    expect({ name: file.name, type: file.type, size: file.size }).toEqual({
      name: 'speech.wav',
      type: 'audio/wav',
      size: 46,
    });
  });
});

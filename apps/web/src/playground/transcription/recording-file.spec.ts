import { describe, expect, it } from '@jest/globals';
import { recordingFile } from './use-recorder.js';

describe('recordingFile', () => {
  it('is named by its media type without the codec', () => {
    const file = recordingFile([new Blob(['ab']), new Blob(['c'])], 'audio/mp4;codecs=opus');
    expect({ name: file.name, type: file.type, size: file.size }).toEqual({
      name: 'recording.mp4',
      type: 'audio/mp4',
      size: 3,
    });
  });
});

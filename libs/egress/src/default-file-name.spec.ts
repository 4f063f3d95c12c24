import { describe, expect, it } from '@jest/globals';
import { defaultFileName } from './default-file-name.js';

describe('defaultFileName', () => {
  it.each([
    ['audio/mpeg', 'file.mp3'],
    ['audio/mp4', 'file.m4a'],
    ['audio/webm', 'file.webm'],
    ['image/png', 'file.png'],
    ['application/octet-stream', 'file.bin'],
    ['application/x-unheard-of', 'file.bin'],
  ])('%s: %s', (mediaType, fileName) => {
    expect(defaultFileName(mediaType)).toBe(fileName);
  });
});

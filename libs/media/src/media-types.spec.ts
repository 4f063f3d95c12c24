import { describe, expect, it } from '@jest/globals';
import { extensionFor, isMediaExtension, getMediaType } from './media-types.js';

describe('media types', () => {
  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['mp4', 'video/mp4'],
    ['webm', 'video/webm'],
    ['mov', 'video/quicktime'],
    ['wav', 'audio/wav'],
    ['mp3', 'audio/mpeg'],
    ['bin', 'application/octet-stream'],
  ] as const)('%s is the extension of %s', (extension, mediaType) => {
    expect(getMediaType(extension)).toBe(mediaType);
    expect(extensionFor(mediaType)).toBe(extension);
  });

  it.each([
    ['image/jpg', 'jpg'],
    ['audio/x-wav', 'wav'],
    ['audio/mp3', 'mp3'],
    ['audio/opus', 'ogg'],
    ['Image/PNG', 'png'],
    ['video/mp4; codecs="avc1.42E01E, mp4a.40.2"', 'mp4'],
    [' audio/ogg ;codecs=opus', 'ogg'],
  ])('%s has the extension %s', (mediaType, extension) => {
    expect(extensionFor(mediaType)).toBe(extension);
  });

  it.each(['text/html', 'image/svg+xml', '', 'png', 'constructor'])('%j has no extension', (mediaType) => {
    expect(extensionFor(mediaType)).toBeUndefined();
  });

  it.each(['html', 'PNG', '', 'constructor', '__proto__'])('%j is not an extension', (extension) => {
    expect(isMediaExtension(extension)).toBe(false);
  });
});

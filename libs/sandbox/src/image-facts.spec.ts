import { describe, expect, it } from '@jest/globals';
import { readImageFacts } from './image-facts.js';

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

describe('readImageFacts', () => {
  it.each([
    [
      'PNG',
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADElEQVR4nGNgIBcAAABFAAGIuFsuAAAAAElFTkSuQmCC',
      2,
      3,
    ],
    ['GIF', 'R0lGODlhBQAEAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 5, 4],
    ['JPEG', '/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAAHAAkDASIAAhEBAxEB/9k=', 9, 7],
    ['WebP', 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoGAAgAAUAmJaQAA3AA/v02aAA=', 6, 8],
  ])('reads the size of a %s', (type, base64, width, height) => {
    expect(readImageFacts(bytes(base64))).toEqual({ type, width, height });
  });

  it.each(['', 'x', '\u0089PNG', '<svg/>', '\u00ff\u00d8\u00ff'])('returns undefined for %j', (text) => {
    expect(readImageFacts(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});

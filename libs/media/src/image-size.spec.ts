import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { getImageSize } from './image-size.js';

const base64 = (text: string): Buffer => Buffer.from(text, 'base64');
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

const START = hex('ffd8');
/** 9 × 7 */
const FRAME = hex('ffc0 0011 08 0007 0009 03 01 22 00 02 11 01 03 11 01');
const segment = (marker: string, length: number): Buffer => {
  const head = hex(`ff ${marker} 0000`);
  head.writeUInt16BE(length, 2);
  return Buffer.concat([head, Buffer.alloc(length - 2, 0xff)]);
};

const IMAGES = {
  PNG: base64('iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADElEQVR4nGNgIBcAAABFAAGIuFsuAAAAAElFTkSuQmCC'),
  'GIF 87': Buffer.concat([Buffer.from('GIF87a'), hex('0500 0400 00 00 00')]),
  'GIF 89': base64('R0lGODlhBQAEAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  'lossy WebP': base64('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoGAAgAAUAmJaQAA3AA/v02aAA='),
  'lossless WebP': Buffer.concat([Buffer.from('RIFF....WEBPVP8L'), hex('0d000000 2f ff c5 b3 00')]),
  'extended WebP': Buffer.concat([Buffer.from('RIFF....WEBPVP8X'), hex('0a000000 00000000 ff0f00 ff0700')]),
  JPEG: base64('/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAAHAAkDASIAAhEBAxEB/9k='),
  'progressive JPEG': Buffer.concat([START, segment('e0', 16), hex('ffc2'), FRAME.subarray(2)]),
  'JPEG with tables first': Buffer.concat([START, segment('db', 67), segment('c4', 31), FRAME]),
  'JPEG with padding between its segments': Buffer.concat([START, segment('e1', 30), hex('ffff'), FRAME]),
  'JPEG with much metadata': Buffer.concat([START, ...Array(3).fill(segment('e1', 0xffff)), FRAME]),
};

describe('getImageSize', () => {
  it.each([
    ['PNG', 2, 3],
    ['GIF 87', 5, 4],
    ['GIF 89', 5, 4],
    ['lossy WebP', 6, 8],
    ['lossless WebP', 1536, 720],
    ['extended WebP', 4096, 2048],
    ['JPEG', 9, 7],
    ['progressive JPEG', 9, 7],
    ['JPEG with tables first', 9, 7],
    ['JPEG with padding between its segments', 9, 7],
    ['JPEG with much metadata', 9, 7],
  ] as const)('reads the size of a %s', (kind, width, height) => {
    expect(getImageSize(IMAGES[kind])).toEqual({ width, height });
  });

  it('supports a view into a larger buffer', () => {
    const memory = new Uint8Array([1, 2, 3, ...IMAGES.PNG]);
    expect(getImageSize(memory.subarray(3))).toEqual({ width: 2, height: 3 });
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('<svg width="5" height="5"/>')],
    ['a PNG without a header', Buffer.concat([IMAGES.PNG.subarray(0, 12), Buffer.alloc(20)])],
    ['a PNG without pixels', Buffer.concat([IMAGES.PNG.subarray(0, 16), Buffer.alloc(8)])],
    ['a WebP of an unknown kind', Buffer.from('RIFF....WEBPVP9 ..................')],
    ['a JPEG whose scan comes before its size', Buffer.concat([START, segment('da', 12), FRAME])],
    ['a JPEG whose segment has no length', Buffer.concat([START, hex('ffe0 0000 0000 0000 0000')])],
  ])('returns undefined for %s', (_what, bytes) => {
    expect(getImageSize(bytes)).toBeUndefined();
  });

  it('returns undefined for the first half of a header', () => {
    expect(getImageSize(IMAGES.PNG.subarray(0, 23))).toBeUndefined();
    expect(getImageSize(IMAGES['GIF 89'].subarray(0, 9))).toBeUndefined();
    expect(getImageSize(IMAGES['lossy WebP'].subarray(0, 29))).toBeUndefined();
    expect(getImageSize(IMAGES['lossless WebP'].subarray(0, 24))).toBeUndefined();
    expect(getImageSize(IMAGES['progressive JPEG'].subarray(0, 28))).toBeUndefined();
  });

  it('accepts any bytes after any start of a file', () => {
    const beginning = fc
      .constantFrom(...Object.values(IMAGES))
      .chain((image) => fc.nat(image.length).map((length) => image.subarray(0, length)));
    fc.assert(
      fc.property(beginning, fc.uint8Array({ maxLength: 64 }), (start, rest) => {
        const size = getImageSize(Buffer.concat([start, rest]));
        expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { extensionFor } from './media-types.js';
import { sniffMediaType } from './sniff-media-type.js';

/** Bytes from text and numbers. */
const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]))),
  );

const ftyp = (...brands: string[]): Buffer => {
  const [major = '', ...compatible] = brands;
  const length = 16 + 4 * compatible.length;
  return bytes(0, 0, 0, length, 'ftyp', major, 0, 0, 0, 0, ...compatible, 0, 0, 0, 8, 'free');
};

const matroska = (docType: string, ...codecs: string[]): Buffer =>
  bytes(
    '\u001a\u0045\u00df\u00a3\u009f\u0042\u0086\u0081\u0001\u0042\u0082',
    0x80 | docType.length,
    docType,
    '\u0018\u0053\u0080\u0067\u0001',
    ...codecs.flatMap((codec) => [0xae, 0x86, 0x80 | codec.length, codec]),
  );

const ogg = (codec: string): Buffer => bytes('OggS', 0, 2, '\0'.repeat(20), 1, 30, codec, '........');

const packet = bytes('G', 0x40, 0x11, 0x10, '\u00ff'.repeat(184));

const FILES: [string, string, Buffer][] = [
  ['PNG', 'image/png', bytes(0x89, 'PNG\r\n', 0x1a, '\n')],
  ['JPEG', 'image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
  ['GIF 87', 'image/gif', bytes('GIF87a')],
  ['GIF 89', 'image/gif', bytes('GIF89a')],
  ['WebP', 'image/webp', bytes('RIFF', 9, 0, 0, 0, 'WEBPVP8 ')],
  ['AVIF', 'image/avif', ftyp('avif', 'mif1', 'miaf')],
  ['AVIF by a later brand', 'image/avif', ftyp('mif1', 'avif', 'miaf')],
  ['HEIC', 'image/heic', ftyp('heic', 'mif1')],
  ['HEIC by a later brand', 'image/heic', ftyp('mif1', 'miaf', 'heic')],
  ['HEIF', 'image/heif', ftyp('mif1', 'miaf')],
  ['bitmap', 'image/bmp', bytes('BM', 0x36, 0x10, 0, 0, 0, 0, 0, 0)],
  ['little-endian TIFF', 'image/tiff', bytes('II*', 0)],
  ['big-endian TIFF', 'image/tiff', bytes('MM', 0, '*')],
  ['large TIFF', 'image/tiff', bytes('II+', 0)],
  ['MP4', 'video/mp4', ftyp('isom', 'iso2', 'avc1', 'mp41')],
  ['MP4 by a later brand', 'video/mp4', ftyp('XAVC', 'mp42')],
  ['MPEG-4 audio', 'audio/mp4', ftyp('M4A ', 'isom')],
  ['QuickTime', 'video/quicktime', ftyp('qt  ', 'qt  ')],
  ['QuickTime without brands', 'video/quicktime', bytes(0, 0, 0, 8, 'wide', 0, 0, 1, 0, 'mdat')],
  ['3GPP', 'video/3gpp', ftyp('3gp4', 'isom')],
  ['3GPP2', 'video/3gpp2', ftyp('3g2a', 'isom')],
  ['WebM', 'video/webm', matroska('webm', 'V_VP9', 'A_OPUS')],
  ['WebM whose tracks come later', 'video/webm', matroska('webm')],
  ['WebM with audio only', 'audio/webm', matroska('webm', 'A_OPUS')],
  ['Matroska', 'video/x-matroska', matroska('matroska', 'V_MPEG4/ISO/AVC')],
  ['Matroska with audio only', 'audio/x-matroska', matroska('matroska', 'A_VORBIS')],
  ['AVI', 'video/x-msvideo', bytes('RIFF....AVI LIST')],
  ['MPEG program stream', 'video/mpeg', bytes(0, 0, 1, 0xba)],
  ['MPEG video', 'video/mpeg', bytes(0, 0, 1, 0xb3)],
  ['MPEG transport stream', 'video/mp2t', Buffer.concat([packet, packet, packet])],
  ['wave', 'audio/wav', bytes('RIFF....WAVEfmt ')],
  ['large wave', 'audio/wav', bytes('RF64....WAVEds64')],
  ['MP3 with a tag', 'audio/mpeg', bytes('ID3', 4, 0, 0)],
  ['MP3 without a tag', 'audio/mpeg', bytes(0xff, 0xfb, 0x90, 0x64)],
  ['MP3 of low quality', 'audio/mpeg', bytes(0xff, 0xf3, 0x40, 0xc4)],
  ['MP2', 'audio/mpeg', bytes(0xff, 0xfd, 0x80, 0x04)],
  ['FLAC', 'audio/flac', bytes('fLaC', 0)],
  ['Ogg Vorbis', 'audio/ogg', ogg('\u0001vorbis')],
  ['Ogg Opus', 'audio/ogg', ogg('OpusHead')],
  ['Ogg Theora', 'video/ogg', ogg('\u0080theora')],
  ['AAC', 'audio/aac', bytes(0xff, 0xf1, 0x50, 0x80)],
  ['AAC with a checksum', 'audio/aac', bytes(0xff, 0xf8, 0x50, 0x80)],
];

describe('sniffMediaType', () => {
  it.each(FILES)('recognizes %s as %s', (_what, mediaType, firstBytes) => {
    expect(sniffMediaType(firstBytes)).toBe(mediaType);
  });

  it.each(FILES)('recognizes %s as a type that can be stored', (_what, mediaType) => {
    expect(extensionFor(mediaType)).toBeDefined();
  });

  it('supports a view into a larger buffer', () => {
    expect(sniffMediaType(new Uint8Array([0, ...bytes('GIF89a')]).subarray(1))).toBe('image/gif');
  });

  it.each<[string, Buffer]>([
    ['nothing', bytes()],
    ['a page', bytes('<!doctype html>')],
    ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['JSON', bytes('{"error":{}}')],
    ['a text that begins like a bitmap', bytes('BMW builds cars')],
    ['a text in UTF-16', bytes(0xff, 0xfe, 'H', 0, 'i', 0)],
    ['a text with the letters of a transport stream', bytes('G'.padEnd(188, '.'), 'G')],
    ['a RIFF file of another kind', bytes('RIFF....CDDAfmt ')],
    ['unknown brands', ftyp('crx ', 'what')],
    ['half a list of brands', bytes(0, 0, 0, 0x20, 'ftyp')],
    ['another document in EBML', matroska('other')],
    ['a frame with an impossible bit rate', bytes(0xff, 0xfb, 0xf0, 0x64)],
    ['a frame with an impossible sampling rate', bytes(0xff, 0xfb, 0x9c, 0x64)],
    ['a frame of an impossible version', bytes(0xff, 0xeb, 0x90, 0x64)],
    ['half a frame header', bytes(0xff, 0xfb)],
  ])('does not recognize %s', (_what, firstBytes) => {
    expect(sniffMediaType(firstBytes)).toBeUndefined();
  });

  it('accepts any bytes after any start of a file', () => {
    const beginning = fc
      .constantFrom(...FILES)
      .chain(([, , file]) => fc.nat(file.length).map((length) => file.subarray(0, length)));
    fc.assert(
      fc.property(beginning, fc.uint8Array({ maxLength: 64 }), (start, rest) => {
        const mediaType = sniffMediaType(Buffer.concat([start, rest]));
        expect(mediaType === undefined || extensionFor(mediaType) !== undefined).toBe(true);
      }),
    );
  });
});

export interface ImageSize {
  width: number;
  height: number;
}

/** The size in the first bytes of an image. In a JPEG it may come after some 100 KB of metadata. */
export function getImageSize(firstBytes: Uint8Array): ImageSize | undefined {
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.length);
  const size = getPngSize(bytes) ?? getGifSize(bytes) ?? getWebpSize(bytes) ?? getJpegSize(bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function getPngSize(bytes: Buffer): ImageSize | undefined {
  const startsWithHeader =
    bytes.length >= 24 && bytes.toString('latin1', 0, 16) === '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR';
  return startsWithHeader ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
}

function getGifSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function getWebpSize(bytes: Buffer): ImageSize | undefined {
  const [, coding] = /^RIFF.{4}WEBP(VP8[XL ])/s.exec(bytes.toString('latin1', 0, 16)) ?? [];
  if (coding === undefined || bytes.length < (coding === 'VP8L' ? 25 : 30)) return undefined;
  switch (coding) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    default:
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
}

/** A JPEG is a sequence of segments. The one that starts a frame contains its size. */
function getJpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  let position = 2;
  // Nine bytes reach from the start of a segment to the end of a frame's size.
  while (position + 9 <= bytes.length && bytes[position] === 0xff) {
    const marker = bytes.readUInt8(position + 1);
    if (startsFrame(marker)) {
      return { width: bytes.readUInt16BE(position + 7), height: bytes.readUInt16BE(position + 5) };
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return undefined;
    position += getSegmentLength(bytes, position);
  }
  return undefined;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** Three markers in this range do not start a frame: tables, an extension and arithmetic conditioning. */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function getSegmentLength(bytes: Buffer, position: number): number {
  const marker = bytes.readUInt8(position + 1);
  const isPadding = marker === 0xff;
  if (isPadding) return 1;
  const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
  return hasNoLength ? 2 : 2 + bytes.readUInt16BE(position + 2);
}

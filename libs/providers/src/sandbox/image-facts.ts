export interface ImageFacts {
  type: string;
  width: number;
  height: number;
}

/** What an image file says about itself in its first bytes; undefined where it is none that we know. */
export function readImageFacts(bytes: Buffer): ImageFacts | undefined {
  return readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
}

function readPng(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 1, 4) !== 'PNG') return undefined;
  return { type: 'PNG', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGif(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 4) !== 'GIF8') return undefined;
  return { type: 'GIF', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function readWebp(bytes: Buffer): ImageFacts | undefined {
  if (
    bytes.length < 30 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.toString('latin1', 8, 12) !== 'WEBP'
  )
    return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { type: 'WebP', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { type: 'WebP', width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    default:
      return {
        type: 'WebP',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
  }
}

/** A JPEG is a chain of segments; the one that starts a frame holds its size. */
function readJpeg(bytes: Buffer): ImageFacts | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  let position = 2;
  while (position + 9 < bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] ?? 0;
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame) {
      return {
        type: 'JPEG',
        width: bytes.readUInt16BE(position + 7),
        height: bytes.readUInt16BE(position + 5),
      };
    }
    position += 2 + bytes.readUInt16BE(position + 2);
  }
  return undefined;
}

import { type MediaSource, withoutTrailing } from '#canonical';

const SCHEME = 'data:';
/** The maximum length of the media type and its parameters. */
const MAX_HEAD_LENGTH = 1000;

/**
 * The first characters of images in base64. They override the declared type, because some services refuse a wrong
 * one.
 */
const IMAGE_PREFIXES = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const;

const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const PLUS = 0x2b;
const DASH = 0x2d;
const SLASH = 0x2f;
const UNDERSCORE = 0x5f;

/** Parses a data URL. Clients write them with parameters, line breaks, or the URL-safe alphabet. */
export function readDataUrl(url: string): Extract<MediaSource, { kind: 'bytes' }> | undefined {
  const head = readHead(url);
  if (head === undefined) return undefined;
  const { declaredType, isBase64, length } = head;
  const data = url.slice(length);
  const base64 = isBase64 ? toStandardBase64(data) : toTextBase64(data);
  if (base64 === undefined) return undefined;
  const mediaType = declaredType === '' ? 'text/plain' : declaredType.toLowerCase();
  return { kind: 'bytes', mediaType: getImageMediaType(mediaType, base64), base64 };
}

/** Parses everything before the first comma. */
function readHead(url: string): { declaredType: string; isBase64: boolean; length: number } | undefined {
  const start = url.slice(0, MAX_HEAD_LENGTH);
  const comma = start.indexOf(',');
  if (comma === -1 || start.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined;
  const [declaredType = '', ...parameters] = start.slice(SCHEME.length, comma).split(';');
  return { declaredType, isBase64: parameters.at(-1)?.toLowerCase() === 'base64', length: comma + 1 };
}

export function writeDataUrl({ mediaType, base64 }: Extract<MediaSource, { kind: 'bytes' }>): string {
  return `data:${mediaType};base64,${base64}`;
}

/** Converts base64 to the standard alphabet with padding; undefined if the text is not base64. */
export function toStandardBase64(text: string): string | undefined {
  const bare = withoutTrailing(/[\s_-]/.test(text) ? toStandardAlphabet(text) : text, '=');
  if (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1) return undefined;
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}

/** Processes bytes in one pass, because replacing millions of characters in a string takes seconds. */
function toStandardAlphabet(text: string): string {
  const bytes = Buffer.from(text);
  // Base64 of any alphabet is ASCII.
  if (bytes.length !== text.length) return text;
  let length = 0;
  for (const byte of bytes) {
    if (byte === SPACE || (byte >= TAB && byte <= CARRIAGE_RETURN)) continue;
    bytes[length] = byte === DASH ? PLUS : byte === UNDERSCORE ? SLASH : byte;
    length += 1;
  }
  return bytes.toString('latin1', 0, length);
}

function toTextBase64(data: string): string | undefined {
  try {
    return Buffer.from(decodeURIComponent(data), 'utf8').toString('base64');
  } catch {
    return undefined;
  }
}

function getImageMediaType(mediaType: string, base64: string): string {
  if (!mediaType.startsWith('image/')) return mediaType;
  return findImageType(base64) ?? mediaType;
}

/** The type of the image, by its first bytes; undefined if they are not recognized. */
export function findImageType(base64: string): string | undefined {
  return IMAGE_PREFIXES.find(([prefix]) => base64.startsWith(prefix))?.[1];
}

import { type MediaSource } from '#canonical';

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/i;

/** How the base64 of these kinds begins, whatever the sender calls them: some services refuse a wrong name. */
const IMAGE_OPENINGS = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const;

/** Reads a data URL as leniently as clients write them: with parameters, line breaks, or the URL-safe alphabet. */
export function readDataUrl(url: string): Extract<MediaSource, { kind: 'bytes' }> | undefined {
  const head = DATA_URL.exec(url);
  if (head === null) return undefined;
  const [opening, declaredType = '', parameters = ''] = head;
  const data = url.slice(opening.length);
  const base64 = /;base64$/i.test(parameters) ? plainBase64(data) : base64OfText(data);
  if (base64 === undefined) return undefined;
  const mediaType = declaredType === '' ? 'text/plain' : declaredType.toLowerCase();
  return { kind: 'bytes', mediaType: trueImageType(mediaType, base64), base64 };
}

export function writeDataUrl({ mediaType, base64 }: Extract<MediaSource, { kind: 'bytes' }>): string {
  return `data:${mediaType};base64,${base64}`;
}

/** Base64 in its usual alphabet and padding; undefined where it is none. */
export function plainBase64(text: string): string | undefined {
  const compact = /[\s_-]/.test(text)
    ? text.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
    : text;
  const bare = compact.replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1) return undefined;
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}

function base64OfText(data: string): string | undefined {
  try {
    return Buffer.from(decodeURIComponent(data), 'utf8').toString('base64');
  } catch {
    return undefined;
  }
}

function trueImageType(mediaType: string, base64: string): string {
  if (!mediaType.startsWith('image/')) return mediaType;
  return IMAGE_OPENINGS.find(([opening]) => base64.startsWith(opening))?.[1] ?? mediaType;
}

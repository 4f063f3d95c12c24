import { type MediaSource } from '#canonical';

type Bytes = Extract<MediaSource, { kind: 'bytes' }>;

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/i;

/** How the base64 of these kinds begins, whatever the sender calls them: some services refuse a wrong name. */
const IMAGE_OPENINGS = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
] as const;

/** The bytes in a data URL, spelled as leniently as clients do; undefined where it is none, or is not base64. */
export function readDataUrl(url: string): Bytes | undefined {
  const head = DATA_URL.exec(url);
  if (head === null) return undefined;
  const [opening, mediaType = '', parameters = ''] = head;
  const base64 = /;\s*base64\s*$/i.test(parameters) ? plainBase64(url.slice(opening.length)) : undefined;
  if (base64 === undefined) return undefined;
  return { kind: 'bytes', mediaType: trueMediaType(mediaType.trim().toLowerCase(), base64), base64 };
}

/** Base64 in its usual alphabet and padding; undefined where it is none, or holds nothing. */
export function plainBase64(text: string): string | undefined {
  const compact = /[\s_-]/.test(text)
    ? text.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
    : text;
  const bare = compact.replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]+$/.test(bare) || bare.length % 4 === 1) return undefined;
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}

export function writeDataUrl({ mediaType, base64 }: Bytes): string {
  return `data:${mediaType};base64,${base64}`;
}

function trueMediaType(mediaType: string, base64: string): string {
  if (!mediaType.startsWith('image/')) return mediaType === '' ? 'text/plain' : mediaType;
  return IMAGE_OPENINGS.find(([opening]) => base64.startsWith(opening))?.[1] ?? mediaType;
}

const EBML = '\u001a\u0045\u00df\u00a3';
const MAX_HEADER_LENGTH = 128;
/** Enough for the tracks, which come before the first image. */
const MAX_SCANNED_LENGTH = 64 * 1024;

/** Matroska, and WebM, which is based on it. */
export function sniffMatroska(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1', 0, MAX_SCANNED_LENGTH);
  if (!text.startsWith(EBML)) return undefined;
  // An element: its id, its length with the highest bit set, its value.
  const docType = /\u0042\u0082[\u0080-\u00ff](webm|matroska)/.exec(text.slice(0, MAX_HEADER_LENGTH))?.[1];
  if (docType === undefined) return undefined;
  const format = docType === 'webm' ? 'webm' : 'x-matroska';
  return `${isAudioOnly(text) ? 'audio' : 'video'}/${format}`;
}

/** Each track has a codec, named `A_OPUS`, `V_VP9` and so on. */
function isAudioOnly(text: string): boolean {
  const kinds = Array.from(text.matchAll(/\u0086[\u0080-\u00ff]([AV])_[A-Z]/g), ([, kind]) => kind);
  return kinds.includes('A') && !kinds.includes('V');
}

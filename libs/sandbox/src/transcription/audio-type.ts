/** A container of audio, told by its first bytes. */
export type AudioType = 'WAV' | 'MP3' | 'Ogg' | 'FLAC' | 'M4A' | 'WebM' | 'AAC';

export const AUDIO_HEAD_BYTES = 64;

export function audioTypeOf(head: Buffer): AudioType | undefined {
  const at = (start: number, text: string): boolean =>
    head.toString('latin1', start, start + text.length) === text;
  if (at(0, 'RIFF') && at(8, 'WAVE')) return 'WAV';
  if (at(0, 'fLaC')) return 'FLAC';
  if (at(0, 'OggS')) return 'Ogg';
  if (at(4, 'ftyp')) return 'M4A';
  if (at(0, '\u001aE\u00df\u00a3')) return 'WebM';
  if (at(0, 'ID3')) return 'MP3';
  return framedTypeOf(head);
}

/** Streams without a header begin with the first frame: eleven or twelve bits set, then the layer. */
function framedTypeOf(head: Buffer): AudioType | undefined {
  const [first = 0, second = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) return 'AAC';
  const isLayerKnown = (second & 0x06) !== 0;
  return isLayerKnown ? 'MP3' : undefined;
}

/** FLAC says in its first block how many samples it has, and how many of them in a second. */
export function flacSeconds(head: Buffer): number {
  if (head.length < 26) return 0;
  const sampleRateHz = head.readUIntBE(18, 3) >>> 4;
  const samples = ((head[21] ?? 0) & 0x0f) * 2 ** 32 + head.readUInt32BE(22);
  return sampleRateHz === 0 ? 0 : samples / sampleRateHz;
}

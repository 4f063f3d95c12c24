const LAYER_3 = 0b01;
const LAYER_2 = 0b10;

/** MP3 and AAC without a container, which start with the header of the first frame. */
export function sniffMpegAudio(bytes: Buffer): string | undefined {
  if (bytes.length < 4) return undefined;
  const header = bytes.readUInt32BE(0);
  const bits = (from: number, count: number): number => (header >>> (32 - from - count)) & (2 ** count - 1);
  if (isAdtsFrame(bits)) return 'audio/aac';
  return isMp3Frame(bits) ? 'audio/mpeg' : undefined;
}

type ReadBits = (from: number, count: number) => number;

function isAdtsFrame(bits: ReadBits): boolean {
  const samplingRate = bits(18, 4);
  return bits(0, 12) === 0xfff && bits(13, 2) === 0 && samplingRate <= 12;
}

/** Layer I is not supported, because a text in UTF-16 can start like it and such files are no longer made. */
function isMp3Frame(bits: ReadBits): boolean {
  const version = bits(11, 2);
  const layer = bits(13, 2);
  const bitRate = bits(16, 4);
  const samplingRate = bits(20, 2);
  return (
    bits(0, 11) === 0x7ff &&
    version !== 0b01 &&
    (layer === LAYER_3 || layer === LAYER_2) &&
    bitRate !== 0b1111 &&
    samplingRate !== 0b11
  );
}

import { type VideoFacts } from '#canonical';
import { type BoundedReader } from './video-facts-reader.js';

interface Region {
  start: number;
  end: number;
}

interface Element extends Region {
  id: number;
}

const SEGMENT = 0x1853_8067;
const INFO = 0x1549_a966;
const TIMESTAMP_SCALE = 0x2a_d7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654_ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const DEFAULT_DURATION = 0x23_e383;
const VIDEO = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;

const VIDEO_TRACK = 1;
const DEFAULT_TIMESTAMP_SCALE = 1_000_000;
const NANOSECONDS = 1_000_000_000;

/** Matroska and WebM: nested elements. Those that describe the video come early. */
export async function readMatroskaFacts(reader: BoundedReader): Promise<VideoFacts> {
  const segment = await findElement(reader, { start: 0, end: Number.POSITIVE_INFINITY }, SEGMENT);
  const info = segment && (await findElement(reader, segment, INFO));
  const tracks = segment && (await findElement(reader, segment, TRACKS));
  return {
    durationSeconds: info && (await readSeconds(reader, info)),
    ...(tracks && (await readVideoTrack(reader, tracks))),
  };
}

async function* readElements(reader: BoundedReader, { start, end }: Region): AsyncGenerator<Element, void> {
  let position = start;
  while (position < end) {
    const element = await readElement(reader, position, end);
    if (element === undefined) return;
    yield element;
    position = element.end;
  }
}

/** An element that exceeds its parent, or has an unknown size, ends with its parent. */
async function readElement(
  reader: BoundedReader,
  position: number,
  end: number,
): Promise<Element | undefined> {
  const idLength = toLength((await reader.read(position, 1))?.[0] ?? 0);
  const id = idLength > 4 ? undefined : await reader.read(position, idLength);
  if (id === undefined) return undefined;
  const sizeLength = toLength((await reader.read(position + idLength, 1))?.[0] ?? 0);
  const sizeBytes = sizeLength > 8 ? undefined : await reader.read(position + idLength, sizeLength);
  if (sizeBytes === undefined) return undefined;
  const contentStart = position + idLength + sizeLength;
  return {
    id: id.readUIntBE(0, idLength),
    start: contentStart,
    end: Math.min(end, contentStart + toSize(sizeBytes)),
  };
}

/** The number of leading zeros in the first byte determines the length of a number. */
function toLength(firstByte: number): number {
  return Math.clz32(firstByte) - 23;
}

/** The first bit after the zeros is a marker. If all other bits are ones, the size is unknown. */
function toSize(bytes: Buffer): number {
  const unknown = 2 ** (7 * bytes.length) - 1;
  const withoutMark = Buffer.from(bytes);
  withoutMark.writeUInt8(bytes.readUInt8(0) & (0xff >> bytes.length));
  const size = toUnsigned(withoutMark);
  return size >= unknown ? Number.POSITIVE_INFINITY : size;
}

function toUnsigned(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

async function findElement(reader: BoundedReader, region: Region, id: number): Promise<Element | undefined> {
  for await (const element of readElements(reader, region)) if (element.id === id) return element;
  return undefined;
}

async function readUnsigned(reader: BoundedReader, parent: Region, id: number): Promise<number | undefined> {
  const element = await findElement(reader, parent, id);
  if (element === undefined || element.end - element.start > 8) return undefined;
  const bytes = await reader.read(element.start, element.end - element.start);
  return bytes && toUnsigned(bytes);
}

async function readFloat(reader: BoundedReader, parent: Region, id: number): Promise<number | undefined> {
  const element = await findElement(reader, parent, id);
  switch (element && element.end - element.start) {
    case 4:
      return (await reader.read(element?.start ?? 0, 4))?.readFloatBE();
    case 8:
      return (await reader.read(element?.start ?? 0, 8))?.readDoubleBE();
    default:
      return undefined;
  }
}

async function readSeconds(reader: BoundedReader, info: Element): Promise<number | undefined> {
  const scale = (await readUnsigned(reader, info, TIMESTAMP_SCALE)) ?? DEFAULT_TIMESTAMP_SCALE;
  const duration = await readFloat(reader, info, DURATION);
  return duration && (duration * scale) / NANOSECONDS;
}

async function readVideoTrack(reader: BoundedReader, tracks: Element): Promise<VideoFacts> {
  for await (const track of readElements(reader, tracks)) {
    if (track.id !== TRACK_ENTRY) continue;
    if ((await readUnsigned(reader, track, TRACK_TYPE)) !== VIDEO_TRACK) continue;
    const frameNanoseconds = await readUnsigned(reader, track, DEFAULT_DURATION);
    const video = await findElement(reader, track, VIDEO);
    return {
      framesPerSecond: frameNanoseconds && NANOSECONDS / frameNanoseconds,
      width: video && (await readUnsigned(reader, video, PIXEL_WIDTH)),
      height: video && (await readUnsigned(reader, video, PIXEL_HEIGHT)),
    };
  }
  return {};
}

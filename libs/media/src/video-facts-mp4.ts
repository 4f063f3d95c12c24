import { type VideoFacts } from '#canonical';
import { type BoundedReader } from './video-facts-reader.js';

/** The content of a box, or a whole file. */
interface Region {
  start: number;
  end: number;
}

interface Box extends Region {
  type: string;
}

interface Duration {
  timescale: number;
  /** In units of the time scale. */
  units: number;
}

const STTS_ENTRY_BYTES = 8;
const STTS_ENTRIES_PER_READ = 1024;
const MAX_STTS_ENTRIES = 32 * STTS_ENTRIES_PER_READ;

/** MP4 and QuickTime. The box with all facts may be before the images or after them. */
export async function readMp4Facts(reader: BoundedReader): Promise<VideoFacts> {
  const movie = await findBox(reader, { start: 0, end: Number.POSITIVE_INFINITY }, 'moov');
  if (movie === undefined) return {};
  const track = await findVideoTrack(reader, movie);
  const media = track && (await readDuration(reader, track, 'mdia', 'mdhd'));
  return {
    durationSeconds: (await readMovieSeconds(reader, movie)) ?? getSeconds(media),
    framesPerSecond: track && media && (await readFrameRate(reader, track, media.timescale)),
    ...(track && (await readFrameSize(reader, track))),
  };
}

async function* readBoxes(reader: BoundedReader, { start, end }: Region): AsyncGenerator<Box, void> {
  let position = start;
  while (position < end) {
    const box = await readBox(reader, position, end);
    if (box === undefined) return;
    yield box;
    position = box.end;
  }
}

/** Undefined if there is no valid box. A box that exceeds its parent ends with its parent. */
async function readBox(reader: BoundedReader, position: number, end: number): Promise<Box | undefined> {
  const head = await reader.read(position, 8);
  if (head === undefined) return undefined;
  const type = head.toString('latin1', 4, 8);
  const size = head.readUInt32BE(0);
  if (size === 0) return { type, start: position + 8, end };
  if (size !== 1)
    return size < 8 ? undefined : { type, start: position + 8, end: Math.min(end, position + size) };
  const largeSize = Number((await reader.read(position + 8, 8))?.readBigUInt64BE() ?? 0);
  if (largeSize < 16) return undefined;
  return { type, start: position + 16, end: Math.min(end, position + largeSize) };
}

async function findBox(
  reader: BoundedReader,
  region: Region,
  ...[type, ...deeper]: [string, ...string[]]
): Promise<Box | undefined> {
  for await (const box of readBoxes(reader, region)) {
    if (box.type !== type) continue;
    const [next, ...rest] = deeper;
    return next === undefined ? box : findBox(reader, box, next, ...rest);
  }
  return undefined;
}

async function readInBox(
  reader: BoundedReader,
  box: Region | undefined,
  offset: number,
  length: number,
): Promise<Buffer | undefined> {
  if (box === undefined || box.start + offset + length > box.end) return undefined;
  return reader.read(box.start + offset, length);
}

async function findVideoTrack(reader: BoundedReader, movie: Box): Promise<Box | undefined> {
  for await (const box of readBoxes(reader, movie)) {
    if (box.type !== 'trak') continue;
    const handler = await findBox(reader, box, 'mdia', 'hdlr');
    const kind = await readInBox(reader, handler, 8, 4);
    if (kind?.toString('latin1') === 'vide') return box;
  }
  return undefined;
}

/** `mvhd` and `mdhd` have the same start. The version determines whether times have four or eight bytes. */
async function readDuration(
  reader: BoundedReader,
  parent: Box,
  ...path: [string, ...string[]]
): Promise<Duration | undefined> {
  const box = await findBox(reader, parent, ...path);
  const version = (await readInBox(reader, box, 0, 1))?.[0];
  if (version !== 1) {
    const times = await readInBox(reader, box, 12, 8);
    const units = times?.readUInt32BE(4);
    return times && { timescale: times.readUInt32BE(0), units: units === 0xffff_ffff ? 0 : (units ?? 0) };
  }
  const times = await readInBox(reader, box, 20, 12);
  const units = times?.readBigUInt64BE(4);
  return (
    times && { timescale: times.readUInt32BE(0), units: units === 0xffff_ffff_ffff_ffffn ? 0 : Number(units) }
  );
}

async function readMovieSeconds(reader: BoundedReader, movie: Box): Promise<number | undefined> {
  const duration = await readDuration(reader, movie, 'mvhd');
  if (duration === undefined || duration.units > 0) return getSeconds(duration);
  return getSeconds({ timescale: duration.timescale, units: await readFragmentsDuration(reader, movie) });
}

/** The total duration of a fragmented video may be in another box. */
async function readFragmentsDuration(reader: BoundedReader, movie: Box): Promise<number> {
  const box = await findBox(reader, movie, 'mvex', 'mehd');
  const version = (await readInBox(reader, box, 0, 1))?.[0];
  if (version === 1) return Number((await readInBox(reader, box, 4, 8))?.readBigUInt64BE() ?? 0);
  return (await readInBox(reader, box, 4, 4))?.readUInt32BE() ?? 0;
}

function getSeconds(duration: Duration | undefined): number | undefined {
  return duration && duration.units / duration.timescale;
}

/** The average: `stts` contains the duration of each run of frames. */
async function readFrameRate(
  reader: BoundedReader,
  track: Box,
  timescale: number,
): Promise<number | undefined> {
  const table = await findBox(reader, track, 'mdia', 'minf', 'stbl', 'stts');
  const entryCount = (await readInBox(reader, table, 4, 4))?.readUInt32BE() ?? 0;
  let [frames, units] = [0, 0];
  for (let first = 0; first < Math.min(entryCount, MAX_STTS_ENTRIES); first += STTS_ENTRIES_PER_READ) {
    const count = Math.min(STTS_ENTRIES_PER_READ, entryCount - first);
    const entries = await readInBox(reader, table, 8 + first * STTS_ENTRY_BYTES, count * STTS_ENTRY_BYTES);
    if (entries === undefined) return undefined;
    for (let at = 0; at < entries.length; at += STTS_ENTRY_BYTES) {
      frames += entries.readUInt32BE(at);
      units += entries.readUInt32BE(at) * entries.readUInt32BE(at + 4);
    }
  }
  return (frames * timescale) / units;
}

/** The display size in the track's header, or else the size of the images. */
async function readFrameSize(
  reader: BoundedReader,
  track: Box,
): Promise<Pick<VideoFacts, 'width' | 'height'>> {
  const header = await findBox(reader, track, 'tkhd');
  const version = (await readInBox(reader, header, 0, 1))?.[0];
  const displaySize = await readInBox(reader, header, version === 1 ? 88 : 76, 8);
  if (displaySize !== undefined && displaySize.readUInt16BE(0) > 0 && displaySize.readUInt16BE(4) > 0) {
    return { width: displaySize.readUInt16BE(0), height: displaySize.readUInt16BE(4) };
  }
  const descriptions = await findBox(reader, track, 'mdia', 'minf', 'stbl', 'stsd');
  const codedSize = await readInBox(reader, descriptions, 40, 4);
  return { width: codedSize?.readUInt16BE(0), height: codedSize?.readUInt16BE(2) };
}

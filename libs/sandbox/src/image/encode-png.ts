import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { type Pixels } from './scene.js';
import { type ImageSize } from './size.js';

const PIXELS_PER_TICK = 500_000;

const deflateAsync = promisify(deflate);

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const FILTER_UP = 2;

/**
 * The renderer's own encoder blocks the event loop. This one compresses on another thread, and yields to the event
 * loop while it prepares the rows of a large image.
 */
export async function encodePng(pixels: Pixels): Promise<Buffer> {
  const channels = isOpaque(pixels) ? 3 : 4;
  const compressed = await deflateAsync(await filterRows(pixels, channels), { level: 5 });
  return Buffer.concat([
    SIGNATURE,
    encodeChunk('IHDR', encodeHeader(pixels, channels)),
    encodeChunk('IDAT', compressed),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function isOpaque({ data }: Pixels): boolean {
  for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) return false;
  return true;
}

function encodeHeader({ width, height }: Pixels, channels: 3 | 4): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(height, 4);
  bytes[8] = 8;
  bytes[9] = channels === 3 ? 2 : 6;
  return bytes;
}

function encodeChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Every row as its difference from the row above, which is mostly zeros. */
async function filterRows(pixels: Pixels, channels: 3 | 4): Promise<Buffer> {
  const rowBytes = pixels.width * channels;
  const filtered = Buffer.alloc((rowBytes + 1) * pixels.height);
  let above = Buffer.alloc(rowBytes);
  let current = Buffer.alloc(rowBytes);
  await forEachRow(pixels, (row) => {
    writeStraightAlpha(pixels, row, channels, current);
    const start = row * (rowBytes + 1);
    filtered[start] = FILTER_UP;
    for (let index = 0; index < rowBytes; index += 1) {
      filtered[start + 1 + index] = (current[index] ?? 0) - (above[index] ?? 0);
    }
    [above, current] = [current, above];
  });
  return filtered;
}

/**
 * Writes a row with straight alpha, as PNG requires. The renderer multiplies colors by alpha. Storing into a byte
 * truncates, so 0.5 is added.
 */
function writeStraightAlpha({ width, data }: Pixels, row: number, channels: 3 | 4, target: Buffer): void {
  let from = row * width * 4;
  for (let to = 0; to < width * channels; to += channels) {
    const alpha = data[from + 3] ?? 0;
    const factor = alpha === 0 ? 0 : 255 / alpha;
    target[to] = (data[from] ?? 0) * factor + 0.5;
    target[to + 1] = (data[from + 1] ?? 0) * factor + 0.5;
    target[to + 2] = (data[from + 2] ?? 0) * factor + 0.5;
    if (channels === 4) target[to + 3] = alpha;
    from += 4;
  }
}

/** Visits the rows of an image, and yields to the event loop regularly. */
export async function forEachRow({ width, height }: ImageSize, work: (row: number) => void): Promise<void> {
  const rowsPerTick = Math.ceil(PIXELS_PER_TICK / width);
  for (let row = 0; row < height; row += 1) {
    if (row > 0 && row % rowsPerTick === 0) await yieldToEventLoop();
    work(row);
  }
}

import { type H264MP4Encoder } from 'h264-mp4-encoder';
import { type FilmOrder, frameCountOf } from './film-order.js';
import { type Frame } from './paint-layer.js';
import { paintFrame, prepareFilm } from './prepare-film.js';

/** From 10, which keeps everything, to 51. */
const QUANTIZATION = 24;
/** From 0 for the smallest files to 10 for the least work. */
const SPEED = 9;

const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
const DATED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Paints and encodes a film on this thread, picture by picture. Progress goes from 0 to 1. */
export async function makeFilm(order: FilmOrder, onProgress: (progress: number) => void): Promise<Buffer> {
  const film = await prepareFilm(order);
  const encoder = await FilmEncoder.open(order);
  const { width, height } = order;
  const frame: Frame = { width, height, pixels: new Uint32Array(width * height) };
  const frameCount = frameCountOf(order);
  for (let frameNumber = 0; frameNumber < frameCount; frameNumber += 1) {
    await paintFrame(film, frameNumber, frame);
    encoder.add(frame);
    onProgress((frameNumber + 1) / frameCount);
  }
  return encoder.finish();
}

/** Takes the pictures of a film one by one, and holds nothing of them but what they are encoded to. */
class FilmEncoder {
  private constructor(private readonly encoder: H264MP4Encoder) {}

  static async open({ width, height, framesPerSecond }: FilmOrder): Promise<FilmEncoder> {
    const { default: encoders } = await import('h264-mp4-encoder');
    const encoder = await encoders.createH264MP4Encoder();
    Object.assign(encoder, {
      width,
      height,
      frameRate: framesPerSecond,
      quantizationParameter: QUANTIZATION,
      speed: SPEED,
      // A player can jump to any second.
      groupOfPictures: framesPerSecond,
    });
    encoder.initialize();
    return new FilmEncoder(encoder);
  }

  add({ pixels }: Frame): void {
    this.encoder.addFrameRgba(new Uint8Array(pixels.buffer));
  }

  finish(): Buffer {
    this.encoder.finalize();
    const film = Buffer.from(this.encoder.FS.readFile(this.encoder.outputFilename));
    this.encoder.delete();
    forgetTimes(film);
    return film;
  }
}

/** Takes out of an MP4 when it was made, in place, so that the same film has the same bytes at any time. */
function forgetTimes(film: Buffer): void {
  let position = 0;
  while (position + 8 <= film.length) {
    const size = film.readUInt32BE(position);
    const type = film.toString('latin1', position + 4, position + 8);
    const [headerSize, wholeSize] = size === 1 ? [16, Number(film.readBigUInt64BE(position + 8))] : [8, size];
    const content = film.subarray(position + headerSize, position + wholeSize);
    if (CONTAINERS.has(type)) forgetTimes(content);
    if (DATED.has(type)) content.fill(0, 4, content[0] === 1 ? 20 : 12);
    position += Math.max(headerSize, wholeSize);
  }
}

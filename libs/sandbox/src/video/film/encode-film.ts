import { type H264MP4Encoder } from 'h264-mp4-encoder';
import { type FilmOrder } from './film-order.js';
import { forgetTimes } from './forget-times.js';
import { type Frame } from './paint-layer.js';

/** From 10, which keeps everything, to 51. */
const QUANTIZATION = 24;
/** From 0 for the smallest files to 10 for the least work. */
const SPEED = 9;

/** Takes the pictures of a film one by one, and holds nothing of them but what they are encoded to. */
export class FilmEncoder {
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

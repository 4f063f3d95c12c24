import { type H264MP4Encoder } from 'h264-mp4-encoder';
import { type VideoSpec, getFrameCount } from './video-spec.js';
import { type Frame } from './paint-layer.js';
import { paintFrame, prepareVideo } from './prepare-video.js';

/** From 10, the best quality, to 51. */
const QUANTIZATION = 24;
/** From 0, the smallest files, to 10, the fastest. */
const SPEED = 9;

const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
const BOXES_WITH_TIMES = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Paints and encodes a video on this thread, image by image. Progress is from 0 to 1. */
export async function makeVideo(spec: VideoSpec, onProgress: (progress: number) => void): Promise<Buffer> {
  const video = await prepareVideo(spec);
  const encoder = await VideoEncoder.open(spec);
  const { width, height } = spec;
  const frame: Frame = { width, height, pixels: new Uint32Array(width * height) };
  const frameCount = getFrameCount(spec);
  for (let frameNumber = 0; frameNumber < frameCount; frameNumber += 1) {
    await paintFrame(video, frameNumber, frame);
    encoder.add(frame);
    onProgress((frameNumber + 1) / frameCount);
  }
  return encoder.finish();
}

/** Encodes images one by one, so that only the encoded video is in memory. */
class VideoEncoder {
  private constructor(private readonly encoder: H264MP4Encoder) {}

  static async open({ width, height, framesPerSecond }: VideoSpec): Promise<VideoEncoder> {
    const { default: encoders } = await import('h264-mp4-encoder');
    const encoder = await encoders.createH264MP4Encoder();
    Object.assign(encoder, {
      width,
      height,
      frameRate: framesPerSecond,
      quantizationParameter: QUANTIZATION,
      speed: SPEED,
      // One keyframe per second, so that a player can seek to any second.
      groupOfPictures: framesPerSecond,
    });
    encoder.initialize();
    return new VideoEncoder(encoder);
  }

  add({ pixels }: Frame): void {
    this.encoder.addFrameRgba(new Uint8Array(pixels.buffer));
  }

  finish(): Buffer {
    this.encoder.finalize();
    const video = Buffer.from(this.encoder.FS.readFile(this.encoder.outputFilename));
    this.encoder.delete();
    clearTimes(video);
    return video;
  }
}

/** Removes the creation times of an MP4 in place, so that equal videos have equal bytes. */
function clearTimes(video: Buffer): void {
  let position = 0;
  while (position + 8 <= video.length) {
    const size = video.readUInt32BE(position);
    const type = video.toString('latin1', position + 4, position + 8);
    const [headerSize, wholeSize] =
      size === 1 ? [16, Number(video.readBigUInt64BE(position + 8))] : [8, size];
    const content = video.subarray(position + headerSize, position + wholeSize);
    if (CONTAINERS.has(type)) clearTimes(content);
    if (BOXES_WITH_TIMES.has(type)) content.fill(0, 4, content[0] === 1 ? 20 : 12);
    position += Math.max(headerSize, wholeSize);
  }
}

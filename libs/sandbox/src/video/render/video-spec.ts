import { type ImageSize } from '../../image/size.js';

/** The properties of a video. */
export interface VideoSpec extends ImageSize {
  prompt: string;
  framesPerSecond: number;
  durationSeconds: number;
  seed?: number;
  /** An image file that the video begins with. */
  image?: Uint8Array;
}

export function getFrameCount({ framesPerSecond, durationSeconds }: VideoSpec): number {
  return Math.max(1, Math.round(framesPerSecond * durationSeconds));
}

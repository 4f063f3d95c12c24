import { type ImageSize } from '../../image/size.js';

/** What a film is to be like. */
export interface FilmOrder extends ImageSize {
  prompt: string;
  framesPerSecond: number;
  durationSeconds: number;
  seed?: number;
  /** A picture file that the film begins with. */
  image?: Uint8Array;
}

export function frameCountOf({ framesPerSecond, durationSeconds }: FilmOrder): number {
  return Math.max(1, Math.round(framesPerSecond * durationSeconds));
}

import { type JsonObject } from '../chat/json.js';
import { type Asked } from './asked.js';

/** An image that a video begins with, ends with or refers to. */
export type VideoImage = { kind: 'url'; url: string } | { kind: 'bytes'; mediaType: string; base64: string };

/** What a video is to be like. Everything that is not said is the upstream's choice. */
export interface VideoRequest extends Asked {
  prompt: string;
  /** What is not to be seen in it. */
  negativePrompt?: string;
  /** One is the first frame, two are the first and the last, more are references. */
  images: readonly VideoImage[];
  durationSeconds?: number;
  width?: number;
  height?: number;
  /** Width to height, such as 16:9. Where the size is said, too, both are the same shape. */
  aspectRatio?: string;
  framesPerSecond?: number;
  seed?: number;
  /** A quality that some services sell by name. */
  mode?: string;
  user?: string;
  /** What only one service understands. It goes into the body for it, and overrides nothing of the above. */
  metadata?: JsonObject;
}

/** What is known of a finished video. */
export interface VideoFacts {
  durationSeconds?: number;
  framesPerSecond?: number;
  width?: number;
  height?: number;
  seed?: number;
}

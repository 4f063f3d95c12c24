import { type JsonObject } from '../chat/json.js';
import { type OperationRequestBase } from './operation-request.js';

/** An image that a video begins with, ends with or refers to. */
export type VideoImage = { kind: 'url'; url: string } | { kind: 'bytes'; mediaType: string; base64: string };

/** The requested properties of a video. The upstream chooses those that are undefined. */
export interface VideoRequest extends OperationRequestBase {
  prompt: string;
  /** What the video should not show. */
  negativePrompt?: string;
  /** One image is the first frame, two are the first and the last frame, more are references. */
  images: readonly VideoImage[];
  durationSeconds?: number;
  width?: number;
  height?: number;
  /** Width to height, such as `16:9`. If the size is also set, both have the same shape. */
  aspectRatio?: string;
  framesPerSecond?: number;
  seed?: number;
  /** A quality level that some services sell by name. */
  mode?: string;
  user?: string;
  /** Fields that only one service understands. They are added to its body and override none of the fields above. */
  metadata?: JsonObject;
}

/** The properties of a finished video. */
export interface VideoFacts {
  durationSeconds?: number;
  framesPerSecond?: number;
  width?: number;
  height?: number;
  seed?: number;
}

import { type UploadedFile } from '../form.js';
import { type Usage } from '../usage.js';
import { type OperationRequestBase } from './operation-request.js';

/** An image that the client sends. */
export type ImageInput = {
  /** The client's name for the parameter. */
  param: string;
} & (
  | { kind: 'file'; file: UploadedFile }
  | { kind: 'bytes'; mediaType: string; base64: string }
  | { kind: 'url'; url: string }
);

export interface ImageRequest extends OperationRequestBase {
  prompt: string;
  count?: number;
  /** `auto`, or width and height in pixels: `1024x1536`. */
  size?: string;
  quality?: string;
  background?: string;
  outputFormat?: string;
  outputCompression?: number;
  moderation?: string;
  style?: string;
  user?: string;
  /** How the images are returned; `bytes` if undefined. */
  delivery?: 'url' | 'bytes';
  isStreamed: boolean;
  /** The number of partial images in a stream. */
  partialImages?: number;
  /** Images to edit; without them, a new image is generated. */
  images?: readonly ImageInput[];
  /** The transparent areas of the mask show where the first image may be edited. */
  mask?: ImageInput;
  inputFidelity?: string;
}

export interface MadeImage {
  source: { kind: 'bytes'; base64: string } | { kind: 'url'; url: string };
  revisedPrompt?: string;
}

/** What a service reports about the generated images. */
export interface ImageFacts {
  size?: string;
  quality?: string;
  background?: string;
  outputFormat?: string;
}

export interface ImageResult {
  createdAtSeconds: number;
  images: readonly MadeImage[];
  facts?: ImageFacts;
  usage?: Usage;
}

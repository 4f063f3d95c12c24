import { type UploadedFile } from '../form.js';
import { type Usage } from '../usage.js';
import { type Asked } from './asked.js';

/** An image that the client brings along. */
export type ImageInput = {
  /** What the client calls it. */
  param: string;
} & (
  | { kind: 'file'; file: UploadedFile }
  | { kind: 'bytes'; mediaType: string; base64: string }
  | { kind: 'url'; url: string }
);

export interface ImageRequest extends Asked {
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
  /** How the client wants its images; bytes where it does not say. */
  delivery?: 'url' | 'bytes';
  isStreamed: boolean;
  /** How many unfinished images a stream may show. */
  partialImages?: number;
  /** Images to change; without them a new one is made. */
  images?: readonly ImageInput[];
  /** Where the first image is transparent here, it may be changed. */
  mask?: ImageInput;
  inputFidelity?: string;
}

export interface MadeImage {
  source: { kind: 'bytes'; base64: string } | { kind: 'url'; url: string };
  revisedPrompt?: string;
}

/** What a service says of the images it made, beside the images. */
export interface ImageFacts {
  size?: string;
  quality?: string;
  background?: string;
  outputFormat?: string;
}

export interface ImageAnswer {
  createdAtSeconds: number;
  images: readonly MadeImage[];
  facts?: ImageFacts;
  usage?: Usage;
}

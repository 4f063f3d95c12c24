import { type ApiRequest, type FormField } from '../call/api-request.js';
import { fromBase64 } from '../workbench/base64.js';

export const SIZES = ['auto', '1024x1024', '1536x1024', '1024x1536', '512x512', '256x256'];
export const QUALITIES = ['auto', 'low', 'medium', 'high', 'standard', 'hd'];

interface ImageOptions {
  model: string;
  prompt: string;
  /** `auto` is the default of the provider. */
  size: string;
  quality: string;
  count: number;
  /** The image to edit. Undefined to create a new image. */
  image?: File;
  /** An image that is transparent in the area to edit. */
  mask?: File;
}

export interface ImagesResponse {
  data: readonly { b64_json?: string; revised_prompt?: string }[];
}

export interface GeneratedImage {
  file: File;
  /** The prompt as the provider has rewritten it. */
  revisedPrompt?: string;
}

/** The start of the base64 data of each image format. */
const IMAGE_KINDS = [
  { prefix: 'iVBOR', extension: 'png', mediaType: 'image/png' },
  { prefix: '/9j/', extension: 'jpg', mediaType: 'image/jpeg' },
  { prefix: 'UklGR', extension: 'webp', mediaType: 'image/webp' },
  { prefix: 'R0lGO', extension: 'gif', mediaType: 'image/gif' },
] as const;

export function imageRequest(options: ImageOptions): ApiRequest {
  const { image } = options;
  return image === undefined ? buildGeneration(options) : buildEdit(options, image);
}

function buildGeneration({ model, prompt, count, size, quality }: ImageOptions): ApiRequest {
  return {
    method: 'POST',
    path: '/v1/images/generations',
    json: { model, prompt, n: count, size: withoutDefault(size), quality: withoutDefault(quality) },
  };
}

function buildEdit(options: ImageOptions, image: File): ApiRequest {
  const { model, prompt, count, mask } = options;
  const form: FormField[] = [
    { name: 'model', value: model },
    { name: 'prompt', value: prompt },
    { name: 'image', value: image },
    { name: 'n', value: String(count) },
  ];
  if (mask !== undefined) form.push({ name: 'mask', value: mask });
  for (const name of ['size', 'quality'] as const) {
    const value = withoutDefault(options[name]);
    if (value !== undefined) form.push({ name, value });
  }
  return { method: 'POST', path: '/v1/images/edits', form };
}

function withoutDefault(value: string): string | undefined {
  return value === 'auto' || value.trim() === '' ? undefined : value.trim();
}

export function parseImages({ data }: ImagesResponse): GeneratedImage[] {
  return data.flatMap(({ b64_json: base64, revised_prompt: revisedPrompt }, index) =>
    base64 === undefined ? [] : [{ file: toFile(base64, index + 1), revisedPrompt }],
  );
}

function toFile(base64: string, number: number): File {
  const { extension, mediaType } =
    IMAGE_KINDS.find(({ prefix }) => base64.startsWith(prefix)) ?? IMAGE_KINDS[0];
  return new File([fromBase64(base64)], `image-${number}.${extension}`, { type: mediaType });
}

import { type ApiRequest, type FormField } from '../call/api-request.js';
import { fromBase64 } from '../workbench/base64.js';

export const SIZES = ['auto', '1024x1024', '1536x1024', '1024x1536', '512x512', '256x256'];
export const QUALITIES = ['auto', 'low', 'medium', 'high', 'standard', 'hd'];

interface ImageOptions {
  model: string;
  prompt: string;
  /** `auto` leaves it to the service. */
  size: string;
  quality: string;
  count: number;
  /** An image to change; without one, a new one is made. */
  image?: File;
  /** Transparent where the image may change. */
  mask?: File;
}

export interface ImagesAnswer {
  data: readonly { b64_json?: string; revised_prompt?: string }[];
}

export interface MadeImage {
  file: File;
  /** What the service made of the prompt, where it says so. */
  revisedPrompt?: string;
}

/** How the kinds of images begin, in base64. */
const IMAGE_KINDS = [
  { beginning: 'iVBOR', extension: 'png', mediaType: 'image/png' },
  { beginning: '/9j/', extension: 'jpg', mediaType: 'image/jpeg' },
  { beginning: 'UklGR', extension: 'webp', mediaType: 'image/webp' },
  { beginning: 'R0lGO', extension: 'gif', mediaType: 'image/gif' },
] as const;

export function imageRequest(options: ImageOptions): ApiRequest {
  const { image } = options;
  return image === undefined ? generation(options) : edit(options, image);
}

function generation({ model, prompt, count, size, quality }: ImageOptions): ApiRequest {
  return {
    method: 'POST',
    path: '/v1/images/generations',
    json: { model, prompt, n: count, size: chosen(size), quality: chosen(quality) },
  };
}

function edit(options: ImageOptions, image: File): ApiRequest {
  const { model, prompt, count, mask } = options;
  const form: FormField[] = [
    { name: 'model', value: model },
    { name: 'prompt', value: prompt },
    { name: 'image', value: image },
    { name: 'n', value: String(count) },
  ];
  if (mask !== undefined) form.push({ name: 'mask', value: mask });
  for (const name of ['size', 'quality'] as const) {
    const value = chosen(options[name]);
    if (value !== undefined) form.push({ name, value });
  }
  return { method: 'POST', path: '/v1/images/edits', form };
}

function chosen(value: string): string | undefined {
  return value === 'auto' || value.trim() === '' ? undefined : value.trim();
}

export function imagesIn({ data }: ImagesAnswer): MadeImage[] {
  return data.flatMap(({ b64_json: base64, revised_prompt: revisedPrompt }, index) =>
    base64 === undefined ? [] : [{ file: getFile(base64, index + 1), revisedPrompt }],
  );
}

function getFile(base64: string, number: number): File {
  const { extension, mediaType } =
    IMAGE_KINDS.find(({ beginning }) => base64.startsWith(beginning)) ?? IMAGE_KINDS[0];
  return new File([fromBase64(base64)], `image-${number}.${extension}`, { type: mediaType });
}

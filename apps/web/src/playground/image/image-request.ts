import { type ApiRequest, type FormField } from '../call/api-request.js';

export const SIZES = ['auto', '1024x1024', '1536x1024', '1024x1536', '512x512', '256x256'];
export const QUALITIES = ['auto', 'low', 'medium', 'high', 'standard', 'hd'];

export interface ImageWish {
  model: string;
  prompt: string;
  /** `auto` leaves it to the service. */
  size: string;
  quality: string;
  count: number;
  /** A picture to change; without one, a new one is made. */
  picture?: File;
  /** Transparent where the picture may change. */
  mask?: File;
}

export function imageRequest(wish: ImageWish): ApiRequest {
  const { picture } = wish;
  return picture === undefined ? generation(wish) : edit(wish, picture);
}

function generation({ model, prompt, count, size, quality }: ImageWish): ApiRequest {
  return {
    method: 'POST',
    path: '/v1/images/generations',
    json: { model, prompt, n: count, size: chosen(size), quality: chosen(quality) },
  };
}

function edit(wish: ImageWish, picture: File): ApiRequest {
  const { model, prompt, count, mask } = wish;
  const form: FormField[] = [
    { name: 'model', value: model },
    { name: 'prompt', value: prompt },
    { name: 'image', value: picture },
    { name: 'n', value: String(count) },
  ];
  if (mask !== undefined) form.push({ name: 'mask', value: mask });
  for (const name of ['size', 'quality'] as const) {
    const value = chosen(wish[name]);
    if (value !== undefined) form.push({ name, value });
  }
  return { method: 'POST', path: '/v1/images/edits', form };
}

function chosen(value: string): string | undefined {
  return value === 'auto' || value.trim() === '' ? undefined : value.trim();
}

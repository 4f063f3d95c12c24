import { readDataUrl } from '../workbench/base64.js';
import { type ChatImage } from './conversation.js';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function isImage({ type }: Blob): boolean {
  return IMAGE_TYPES.includes(type);
}

export async function readImage(file: File): Promise<ChatImage> {
  const url = await readDataUrl(file);
  return { name: file.name, mediaType: file.type, data: url.slice(url.indexOf(',') + 1) };
}

export function imageAddress({ mediaType, data }: Pick<ChatImage, 'mediaType' | 'data'>): string {
  return `data:${mediaType};base64,${data}`;
}

import { dataUrlOf } from '../workbench/data-url.js';
import { type Picture } from './conversation.js';

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function isPicture({ type }: Blob): boolean {
  return PICTURE_TYPES.includes(type);
}

export async function readPicture(file: File): Promise<Picture> {
  const url = await dataUrlOf(file);
  return { name: file.name, mediaType: file.type, data: url.slice(url.indexOf(',') + 1) };
}

export function pictureAddress({ mediaType, data }: Pick<Picture, 'mediaType' | 'data'>): string {
  return `data:${mediaType};base64,${data}`;
}

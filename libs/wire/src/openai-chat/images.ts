import { type AssistantPart, type JsonObject } from '#canonical';
import { getRecord, getRecords, toText } from '../openai-dialect/json-members.js';
import { readDataUrl, writeDataUrl } from '../openai-dialect/data-url.js';

type ImagePart = Extract<AssistantPart, { type: 'image' }>;

/** Generated images. The member is not official, but several services use it. */
export function readImages(images: unknown): ImagePart[] {
  return getRecords(images).flatMap((image): ImagePart[] => {
    const url = toText(getRecord(image['image_url'])?.['url']);
    if (url === '') return [];
    return [{ type: 'image', source: readDataUrl(url) ?? { kind: 'url', url } }];
  });
}

export function encodeImages(images: readonly ImagePart[]): JsonObject[] {
  return images.flatMap(({ source }) => {
    if (source.kind === 'file') return [];
    const url = source.kind === 'url' ? source.url : writeDataUrl(source);
    return [{ type: 'image_url', image_url: { url } }];
  });
}

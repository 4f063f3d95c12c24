import {
  type DocumentPart,
  type GatewayError,
  type ImagePart,
  type JsonObject,
  type MediaSource,
} from '#canonical';
import { TEXT_TYPES, detectMediaType, unsupportedInput } from '../block-turns/media.js';
import { encodeCache } from './cache-control.js';
import { type Block } from './json-values.js';

type Bytes = Extract<MediaSource, { kind: 'bytes' }>;

const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

export function encodeImage({ source, cache }: ImagePart): Block {
  return { type: 'image', source: encodeImageSource(source), ...encodeCache(cache) };
}

export function encodeDocument({ source, name, cache }: DocumentPart): Block {
  if (source.kind === 'bytes' && IMAGE_TYPES.has(getMediaType(source))) {
    return encodeImage({ type: 'image', source, cache });
  }
  const title: JsonObject = name === undefined ? {} : { title: name };
  return { type: 'document', source: encodeDocumentSource(source), ...title, ...encodeCache(cache) };
}

function encodeImageSource(source: MediaSource): Block {
  if (source.kind === 'url') return { type: 'url', url: source.url };
  if (source.kind === 'file') throw unsupportedFile();
  const mediaType = getMediaType(source);
  if (!IMAGE_TYPES.has(mediaType)) throw unsupportedInput(`images of type ${mediaType}`);
  return { type: 'base64', media_type: mediaType, data: source.base64 };
}

function encodeDocumentSource(source: MediaSource): Block {
  if (source.kind === 'url') return { type: 'url', url: source.url };
  if (source.kind === 'file') throw unsupportedFile();
  const mediaType = getMediaType(source);
  if (mediaType === 'application/pdf') return { type: 'base64', media_type: mediaType, data: source.base64 };
  if (!TEXT_TYPES.test(mediaType)) throw unsupportedInput(`documents of type ${mediaType}`);
  const text = Buffer.from(source.base64, 'base64').toString('utf8');
  return { type: 'text', media_type: 'text/plain', data: text };
}

/** If the bytes contradict the declared type, the type of the bytes is used. */
function getMediaType({ mediaType, base64 }: Bytes): string {
  const declared = mediaType.toLowerCase();
  return detectMediaType(base64) ?? (declared === 'image/jpg' ? 'image/jpeg' : declared);
}

function unsupportedFile(): GatewayError {
  return unsupportedInput('files that were uploaded to another provider');
}

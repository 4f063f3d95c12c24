import {
  type DocumentPart,
  GatewayError,
  type ImagePart,
  type JsonObject,
  type MediaSource,
} from '#canonical';
import { encodeCache } from './cache-control.js';
import { type Block } from './json-values.js';

type Bytes = Extract<MediaSource, { kind: 'bytes' }>;

const IMAGE_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);
const TEXT_TYPES = /^(text\/|application\/(json|xml|yaml|x-yaml|javascript)\b)/;

const MAX_SIGNATURE_IN_BASE64_LENGTH = 16;

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
  return sniffMediaType(base64) ?? (declared === 'image/jpg' ? 'image/jpeg' : declared);
}

export function unsupportedInput(what: string): GatewayError {
  return new GatewayError('unsupported-capability', `This model does not accept ${what}.`, {
    param: 'model',
  });
}

function unsupportedFile(): GatewayError {
  return unsupportedInput('files that were uploaded to another provider');
}

/** Detects the media type from the first bytes. Services refuse a file whose declared type is wrong. */
function sniffMediaType(base64: string): string | undefined {
  const head = Buffer.from(base64.slice(0, MAX_SIGNATURE_IN_BASE64_LENGTH), 'base64').toString('latin1');
  if (head.startsWith('\u0089PNG')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('%PDF')) return 'application/pdf';
  return undefined;
}

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
  if (source.kind === 'bytes' && IMAGE_TYPES.has(trueMediaType(source))) {
    return encodeImage({ type: 'image', source, cache });
  }
  const title: JsonObject = name === undefined ? {} : { title: name };
  return { type: 'document', source: encodeDocumentSource(source), ...title, ...encodeCache(cache) };
}

function encodeImageSource(source: MediaSource): Block {
  if (source.kind === 'url') return { type: 'url', url: source.url };
  if (source.kind === 'file') throw unreadableFile();
  const mediaType = trueMediaType(source);
  if (!IMAGE_TYPES.has(mediaType)) throw cannotTake(`images of type ${mediaType}`);
  return { type: 'base64', media_type: mediaType, data: source.base64 };
}

function encodeDocumentSource(source: MediaSource): Block {
  if (source.kind === 'url') return { type: 'url', url: source.url };
  if (source.kind === 'file') throw unreadableFile();
  const mediaType = trueMediaType(source);
  if (mediaType === 'application/pdf') return { type: 'base64', media_type: mediaType, data: source.base64 };
  if (!TEXT_TYPES.test(mediaType)) throw cannotTake(`documents of type ${mediaType}`);
  const text = Buffer.from(source.base64, 'base64').toString('utf8');
  return { type: 'text', media_type: 'text/plain', data: text };
}

/** The bytes are right where they and the declared type disagree. */
function trueMediaType({ mediaType, base64 }: Bytes): string {
  const declared = mediaType.toLowerCase();
  return sniffMediaType(base64) ?? (declared === 'image/jpg' ? 'image/jpeg' : declared);
}

export function cannotTake(what: string): GatewayError {
  return new GatewayError('unsupported-capability', `This model cannot take ${what}.`, { param: 'model' });
}

function unreadableFile(): GatewayError {
  return cannotTake('files that were uploaded to another service');
}

/** What the first bytes say a file is. Services refuse a file that is declared to be something else. */
function sniffMediaType(base64: string): string | undefined {
  const head = Buffer.from(base64.slice(0, MAX_SIGNATURE_IN_BASE64_LENGTH), 'base64').toString('latin1');
  if (head.startsWith('\u0089PNG')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('%PDF')) return 'application/pdf';
  return undefined;
}

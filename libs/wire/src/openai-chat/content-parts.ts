import {
  type CacheBreakpoint,
  type DocumentPart,
  type ImagePart,
  type JsonObject,
  type JsonValue,
  type MediaSource,
  type TextPart,
  type UserPart,
} from '#canonical';
import { toStandardBase64, readDataUrl, writeDataUrl } from '../openai-dialect/data-url.js';
import { missing, unsupported, wrongType, wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';

const AUDIO_TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg' } as const;

const AUDIO_FORMATS = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
]);

/** Decodes the content of a message: a string, or an array of parts. */
export function decodeContent<Part>(
  message: RequestObject,
  decodePart: (part: RequestObject) => Part,
): (Part | TextPart)[] {
  const content = message.value('content');
  if (content === undefined) throw missing(message.getPath('content'));
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw wrongType(message.getPath('content'), 'a string or an array of parts');
  return (message.objects('content') ?? []).map(decodePart);
}

export function decodeTextPart(part: RequestObject): TextPart {
  const type = part.requiredString('type');
  if (type !== 'text') throw wrongValue(part.getPath('type'), 'must be "text"');
  return { type: 'text', text: part.requiredString('text'), ...decodeCache(part) };
}

export function decodeUserPart(part: RequestObject): UserPart {
  const type = part.requiredString('type');
  switch (type) {
    case 'text':
      return decodeTextPart(part);
    case 'image_url':
      return decodeImage(part);
    case 'input_audio':
      return { type: 'audio', source: decodeAudio(part.requiredObject('input_audio')) };
    case 'file':
      return decodeFile(part);
    default:
      throw unsupported(part.getPath('type'), `is a part type that other formats do not support: ${type}`);
  }
}

/** Decodes a part of a tool result: officially text, but some clients also send images and files. */
export function decodeToolResultPart(part: RequestObject): Exclude<UserPart, { type: 'audio' }> {
  const decoded = decodeUserPart(part);
  if (decoded.type === 'audio')
    throw wrongValue(part.getPath('type'), 'must not be input_audio in this message');
  return decoded;
}

/** Accepts both `cache_control`, which is Anthropic's name, and the format's own member. */
export function decodeCache(holder: RequestObject): { cache?: CacheBreakpoint } {
  const control = holder.object('cache_control');
  if (control === undefined) return holder.has('prompt_cache_breakpoint') ? { cache: {} } : {};
  control.oneOf('type', ['ephemeral']);
  const ttl = control.oneOf('ttl', ['5m', '1h']);
  return { cache: ttl === undefined ? {} : { ttl } };
}

function decodeImage(part: RequestObject): ImagePart {
  const image = part.requiredObject('image_url');
  const detail = image.oneOf('detail', ['auto', 'low', 'high', 'original']);
  return {
    type: 'image',
    source: decodeSource(image, 'url'),
    ...(detail === undefined ? {} : { detail }),
    ...decodeCache(part),
  };
}

function decodeAudio(audio: RequestObject): MediaSource {
  const base64 = toStandardBase64(audio.requiredString('data'));
  if (base64 === undefined) throw wrongValue(audio.getPath('data'), 'is not base64');
  const format = audio.requiredOneOf('format', ['wav', 'mp3']);
  return { kind: 'bytes', mediaType: AUDIO_TYPES[format], base64 };
}

function decodeFile(part: RequestObject): UserPart {
  const file = part.requiredObject('file');
  if (file.has('file_id')) {
    throw unsupported(
      file.getPath('file_id'),
      'refers to a file that only its provider can read; send "file_data"',
    );
  }
  const name = file.string('filename');
  return {
    type: 'document',
    source: decodeSource(file, 'file_data'),
    ...(name === undefined ? {} : { name }),
    ...decodeCache(part),
  };
}

function decodeSource(holder: RequestObject, key: string): MediaSource {
  const address = holder.nonEmptyString(key);
  if (/^https?:\/\//i.test(address)) return { kind: 'url', url: address };
  const bytes = readDataUrl(address);
  if (bytes === undefined) throw wrongValue(holder.getPath(key), 'must be an https URL or a data URL');
  return bytes;
}

/** Encodes a single text as a string, because not every server of this format accepts arrays of parts. */
export function encodeContent(parts: readonly UserPart[]): JsonValue {
  const [first] = parts;
  if (first === undefined) return '';
  if (parts.length === 1 && first.type === 'text') return first.text;
  return parts.map(encodePart);
}

function encodePart(part: UserPart): JsonObject {
  switch (part.type) {
    case 'text':
      return encodeText(part.text);
    case 'image':
      return encodeImage(part);
    case 'audio':
      return { type: 'input_audio', input_audio: encodeAudio(part.source) };
    case 'document':
      return encodeDocument(part);
  }
}

export function joinTexts(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join('\n\n');
}

function encodeText(text: string): JsonObject {
  return { type: 'text', text };
}

function encodeImage({ source, detail }: ImagePart): JsonObject {
  const url = source.kind === 'url' ? source.url : writeDataUrl(getBytes(source, 'images'));
  return { type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) } };
}

function encodeAudio(source: MediaSource): JsonObject {
  const { mediaType, base64 } = getBytes(source, 'audio');
  const format = AUDIO_FORMATS.get(mediaType);
  if (format === undefined)
    throw unsupported('messages', `contains audio that is neither wav nor mp3: ${mediaType}`);
  return { data: base64, format };
}

/** Services treat file parts as PDF, so text documents are sent as text. */
function encodeDocument({ source, name }: DocumentPart): JsonObject {
  const bytes = getBytes(source, 'documents');
  if (bytes.mediaType.startsWith('text/')) {
    const text = Buffer.from(bytes.base64, 'base64').toString('utf8');
    return encodeText(name === undefined ? text : `${name}\n\n${text}`);
  }
  return { type: 'file', file: { filename: name ?? 'document.pdf', file_data: writeDataUrl(bytes) } };
}

function getBytes(source: MediaSource, what: string): Extract<MediaSource, { kind: 'bytes' }> {
  if (source.kind === 'bytes') return source;
  const problem = source.kind === 'file' ? 'by the file id of another provider' : 'by URL';
  throw unsupported('messages', `contains ${what} ${problem}, which the provider does not accept`);
}

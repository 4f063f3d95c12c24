import {
  type DocumentPart,
  type ImagePart,
  type JsonObject,
  type JsonValue,
  type MediaSource,
  type TextPart,
  type UserPart,
} from '#canonical';
import { unsupported } from '../openai-dialect/faults.js';
import { writeDataUrl } from '../openai-dialect/data-url.js';

const AUDIO_FORMATS = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
]);

/** A lone text as a plain string: not every server of this format reads arrays of parts. */
export function encodeContent(parts: readonly UserPart[]): JsonValue {
  const [first] = parts;
  if (first === undefined) return '';
  if (parts.length === 1 && first.type === 'text') return first.text;
  return parts.map(encodePart);
}

export function encodePart(part: UserPart): JsonObject {
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

export function joinedText(parts: readonly TextPart[]): string {
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
    throw unsupported('messages', `holds audio that is neither wav nor mp3: ${mediaType}`);
  return { data: base64, format };
}

/** Services read this kind of part as a PDF; a document that is text goes as text. */
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
  const problem = source.kind === 'file' ? 'by an id that another service gave them' : 'by address';
  throw unsupported('messages', `holds ${what} ${problem}, which the model service cannot take`);
}

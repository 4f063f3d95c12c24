import {
  type AudioPart,
  type DocumentPart,
  GatewayError,
  type ImagePart,
  type JsonObject,
  type MediaSource,
  type Message,
  type Warning,
} from '#canonical';
import { findImageType } from '../openai-dialect/data-url.js';
import { missing, notSupported, wrongValue } from '../validation/faults.js';
import { type ProtoObject } from './proto-object.js';

type MediaPart = ImagePart | AudioPart | DocumentPart;

/** Names of files in the service's own store, and of videos that only it can open. */
const FOREIGN_FILE =
  /^(?!https?:\/\/)|\/v1[a-z0-9]*\/files\/[^/?#]+$|\/\/(www\.)?(youtube\.com|youtu\.be)\//i;

type Detail = NonNullable<ImagePart['detail']>;

const DETAILS: Record<string, Detail> = {
  MEDIA_RESOLUTION_LOW: 'low',
  MEDIA_RESOLUTION_MEDIUM: 'auto',
  MEDIA_RESOLUTION_HIGH: 'high',
  MEDIA_RESOLUTION_ULTRA_HIGH: 'original',
};

const RESOLUTIONS: Partial<Record<Detail, string>> = {
  low: 'MEDIA_RESOLUTION_LOW',
  high: 'MEDIA_RESOLUTION_HIGH',
  original: 'MEDIA_RESOLUTION_HIGH',
};

export function decodeInlineData(blob: ProtoObject): MediaPart {
  const mediaType = blob.nonEmptyString('mimeType').toLowerCase();
  const base64 = standardBase64(blob.nonEmptyString('data'));
  if (base64 === undefined) throw wrongValue(blob.getPath('data'), 'is not base64');
  return asPart({ kind: 'bytes', mediaType, base64 }, mediaType, blob.getPath('mimeType'));
}

export function decodeFileData(file: ProtoObject): MediaPart {
  const url = file.nonEmptyString('fileUri');
  if (FOREIGN_FILE.test(url)) {
    throw notSupported(file.getPath('fileUri'), 'only the service that holds this file can read it');
  }
  const mediaType = file.string('mimeType')?.toLowerCase();
  if (mediaType === undefined) throw missing(file.getPath('mimeType'));
  return asPart({ kind: 'url', url, mediaType }, mediaType, file.getPath('mimeType'));
}

function asPart(source: MediaSource, mediaType: string, path: string): MediaPart {
  if (mediaType.startsWith('image/')) return { type: 'image', source };
  if (mediaType.startsWith('audio/')) return { type: 'audio', source };
  if (mediaType.startsWith('video/')) throw notSupported(path, 'the model that was chosen takes no video');
  return { type: 'document', source };
}

/** The other alphabet and line breaks are accepted on the wire, but not by every service. */
function standardBase64(data: string): string | undefined {
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return data;
  const standard = data.replaceAll('-', '+').replaceAll('_', '/').replaceAll(/\s/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(standard) ? standard : undefined;
}

/** Media of a request. Links have become bytes before: the service opens none. */
export function encodeInlineData({ type, source }: Pick<MediaPart, 'type' | 'source'>): JsonObject {
  if (source.kind === 'bytes') {
    const { mediaType, base64 } = source;
    if (base64 === '') throw unreadable(`The ${type} is empty.`);
    return { inlineData: { mimeType: type === 'image' ? getImageType(source) : mediaType, data: base64 } };
  }
  const what = source.kind === 'url' ? 'a link' : 'an uploaded file';
  throw new GatewayError(
    'unsupported-parameter',
    `The model that was chosen takes media as bytes, not as ${what}.`,
    {
      param: 'messages',
    },
  );
}

/** The service would take a text that is declared as an image for a document. */
function getImageType({ mediaType, base64 }: Extract<MediaSource, { kind: 'bytes' }>): string {
  const imageType = mediaType.startsWith('image/') ? mediaType : findImageType(base64);
  if (imageType === undefined) throw unreadable(`What is sent as an image is of type "${mediaType}".`);
  return imageType;
}

function unreadable(message: string): GatewayError {
  return new GatewayError('invalid-value', message, { param: 'messages' });
}

/** Undefined for a word that leaves it open, or that nobody knows yet. */
export function decodeMediaResolution(word: string | undefined): Detail | undefined {
  return word === undefined ? undefined : DETAILS[word];
}

/** A resolution for the whole request gives every image its detail that has none of its own. */
export function applyDetail(messages: readonly Message[], detail: Detail | undefined): void {
  if (detail === undefined) return;
  for (const image of generateImages(messages)) image.detail ??= detail;
}

/** The one resolution that all models take is that of the request, so the images have to agree on it. */
export function encodeMediaResolution(messages: readonly Message[], warnings: Warning[]): string | undefined {
  const details = new Set([...generateImages(messages)].map(({ detail = 'auto' }) => detail));
  const [only = 'auto'] = details;
  if (details.size <= 1) return RESOLUTIONS[only];
  warnings.push({
    field: { param: 'detail' },
    reason: 'The images ask for different details, and the target has one resolution for all.',
  });
  return undefined;
}

function* generateImages(messages: readonly Message[]): Generator<ImagePart> {
  for (const message of messages) {
    if (message.role !== 'user') continue;
    for (const part of message.content) if (part.type === 'image') yield part;
  }
}

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

/** Files in the provider's own storage, and videos that only it can open. */
const PROVIDER_FILE =
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
  const base64 = toStandardBase64(blob.nonEmptyString('data'));
  if (base64 === undefined) throw wrongValue(blob.getPath('data'), 'is not base64');
  return toPart({ kind: 'bytes', mediaType, base64 }, mediaType, blob.getPath('mimeType'));
}

export function decodeFileData(file: ProtoObject): MediaPart {
  const url = file.nonEmptyString('fileUri');
  if (PROVIDER_FILE.test(url)) {
    throw notSupported(file.getPath('fileUri'), 'only the provider that stores this file can read it');
  }
  const mediaType = file.string('mimeType')?.toLowerCase();
  if (mediaType === undefined) throw missing(file.getPath('mimeType'));
  return toPart({ kind: 'url', url, mediaType }, mediaType, file.getPath('mimeType'));
}

function toPart(source: MediaSource, mediaType: string, path: string): MediaPart {
  if (mediaType.startsWith('image/')) return { type: 'image', source };
  if (mediaType.startsWith('audio/')) return { type: 'audio', source };
  if (mediaType.startsWith('video/')) throw notSupported(path, 'the selected model does not accept video');
  return { type: 'document', source };
}

/** Both base64 alphabets and line breaks are valid in this format, but not at every service. */
function toStandardBase64(data: string): string | undefined {
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return data;
  const standard = data.replaceAll('-', '+').replaceAll('_', '/').replaceAll(/\s/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(standard) ? standard : undefined;
}

/** Encodes media of a request. URLs were downloaded before, because the service opens none. */
export function encodeInlineData({ type, source }: Pick<MediaPart, 'type' | 'source'>): JsonObject {
  if (source.kind === 'bytes') {
    const { mediaType, base64 } = source;
    if (base64 === '') throw invalidMedia(`The ${type} is empty.`);
    return { inlineData: { mimeType: type === 'image' ? getImageType(source) : mediaType, data: base64 } };
  }
  const what = source.kind === 'url' ? 'a link' : 'an uploaded file';
  throw new GatewayError(
    'unsupported-parameter',
    `The selected model accepts media as inline data, not as ${what}.`,
    {
      param: 'messages',
    },
  );
}

/** The service would treat text that is declared as an image as a document. */
function getImageType({ mediaType, base64 }: Extract<MediaSource, { kind: 'bytes' }>): string {
  const imageType = mediaType.startsWith('image/') ? mediaType : findImageType(base64);
  if (imageType === undefined)
    throw invalidMedia(`The image has the media type "${mediaType}", which is not an image type.`);
  return imageType;
}

function invalidMedia(message: string): GatewayError {
  return new GatewayError('invalid-value', message, { param: 'messages' });
}

/** Undefined for an unspecified or unknown level. */
export function decodeMediaResolution(level: string | undefined): Detail | undefined {
  return level === undefined ? undefined : DETAILS[level];
}

/** Applies the resolution of the request to the images that have none of their own. */
export function applyDetail(messages: readonly Message[], detail: Detail | undefined): void {
  if (detail === undefined) return;
  for (const image of generateImages(messages)) image.detail ??= detail;
}

/** All models accept a resolution only for the whole request, so the images must agree on one. */
export function encodeMediaResolution(messages: readonly Message[], warnings: Warning[]): string | undefined {
  const details = new Set([...generateImages(messages)].map(({ detail = 'auto' }) => detail));
  const [only = 'auto'] = details;
  if (details.size <= 1) return RESOLUTIONS[only];
  warnings.push({
    field: { param: 'detail' },
    reason: 'this model uses the same detail for all images of a request',
  });
  return undefined;
}

function* generateImages(messages: readonly Message[]): Generator<ImagePart> {
  for (const message of messages) {
    if (message.role !== 'user') continue;
    for (const part of message.content) if (part.type === 'image') yield part;
  }
}

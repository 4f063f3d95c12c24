import {
  type AudioPart,
  type DocumentPart,
  GatewayError,
  type ImagePart,
  type JsonObject,
  type MediaSource,
} from '#canonical';
import { missing, unsupported, wrongValue } from './faults.js';
import { type ProtoObject } from './proto-object.js';

export type MediaPart = ImagePart | AudioPart | DocumentPart;

/** Names of files in the service's own store, and of videos that only it can open. */
const FOREIGN_FILE =
  /^(?!https?:\/\/)|\/v1[a-z0-9]*\/files\/[^/?#]+$|\/\/(www\.)?(youtube\.com|youtu\.be)\//i;

export function decodeInlineData(blob: ProtoObject): MediaPart {
  const mediaType = blob.requiredString('mimeType').toLowerCase();
  const base64 = standardBase64(blob.requiredString('data'));
  if (base64 === undefined) throw wrongValue(blob.getPath('data'), 'is not base64');
  return asPart({ kind: 'bytes', mediaType, base64 }, mediaType, blob.getPath('mimeType'));
}

export function decodeFileData(file: ProtoObject): MediaPart {
  const url = file.requiredString('fileUri');
  if (FOREIGN_FILE.test(url)) {
    throw unsupported(file.getPath('fileUri'), 'only the service that holds this file can read it');
  }
  const mediaType = file.string('mimeType')?.toLowerCase();
  if (mediaType === undefined) throw missing(file.getPath('mimeType'));
  return asPart({ kind: 'url', url, mediaType }, mediaType, file.getPath('mimeType'));
}

function asPart(source: MediaSource, mediaType: string, path: string): MediaPart {
  if (mediaType.startsWith('image/')) return { type: 'image', source };
  if (mediaType.startsWith('audio/')) return { type: 'audio', source };
  if (mediaType.startsWith('video/')) throw unsupported(path, 'the model that was chosen takes no video');
  return { type: 'document', source };
}

/** The other alphabet and line breaks are accepted on the wire, but not by every service. */
function standardBase64(data: string): string | undefined {
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return data;
  const standard = data.replaceAll('-', '+').replaceAll('_', '/').replaceAll(/\s/g, '');
  return /^[A-Za-z0-9+/]*={0,2}$/.test(standard) ? standard : undefined;
}

/** Media of a request. Links have become bytes before: the service opens none. */
export function encodeInlineData(source: MediaSource): JsonObject {
  if (source.kind === 'bytes') return { inlineData: { mimeType: source.mediaType, data: source.base64 } };
  const what = source.kind === 'url' ? 'a link' : 'an uploaded file';
  throw new GatewayError(
    'unsupported-parameter',
    `The model that was chosen takes media as bytes, not as ${what}.`,
    {
      param: 'messages',
    },
  );
}

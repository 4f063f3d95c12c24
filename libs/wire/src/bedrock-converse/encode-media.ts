import { type AudioPart, type DocumentPart, type ImagePart, type MediaSource } from '#canonical';
import { TEXT_TYPES, detectMediaType, unsupportedInput } from '../block-turns/media.js';
import { type Block } from './blocks.js';

type Bytes = Extract<MediaSource, { kind: 'bytes' }>;

const IMAGE_FORMATS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

const DOCUMENT_FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/html': 'html',
  'text/markdown': 'md',
};

const AUDIO_FORMATS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/aac': 'aac',
  'audio/mp4': 'mp4',
  'audio/x-m4a': 'm4a',
  'audio/webm': 'webm',
  'audio/pcm': 'pcm',
};

const MAX_NAME_LENGTH = 180;

export function encodeImage({ source }: Pick<ImagePart, 'source'>): Block {
  const bytes = getBytes(source);
  const mediaType = getMediaType(bytes);
  const format = IMAGE_FORMATS[mediaType];
  if (format === undefined) throw unsupportedInput(`images of type ${mediaType}`);
  return { image: { format, source: { bytes: bytes.base64 } } };
}

export function encodeAudio({ source }: AudioPart): Block {
  const { mediaType, base64 } = getBytes(source);
  const format = AUDIO_FORMATS[mediaType.toLowerCase()];
  if (format === undefined) throw unsupportedInput(`audio of type ${mediaType}`);
  return { audio: { format, source: { bytes: base64 } } };
}

/** Gives documents valid names: of few different characters, and unique in the conversation. */
export class DocumentEncoder {
  private readonly names = new Set<string>();

  encode({ source, name }: DocumentPart): Block {
    const bytes = getBytes(source);
    const mediaType = getMediaType(bytes);
    if (IMAGE_FORMATS[mediaType] !== undefined) return encodeImage({ source });
    const format = DOCUMENT_FORMATS[mediaType] ?? (TEXT_TYPES.test(mediaType) ? 'txt' : undefined);
    if (format === undefined) throw unsupportedInput(`documents of type ${mediaType}`);
    return { document: { format, name: this.fitName(name), source: { bytes: bytes.base64 } } };
  }

  private fitName(name = ''): string {
    const plain = name
      .slice(0, MAX_NAME_LENGTH)
      .replace(/[^a-zA-Z0-9\-()[\]]+/g, ' ')
      .trim();
    const base = plain === '' ? 'document' : plain;
    let fitted = base;
    for (let count = 2; this.names.has(fitted); count += 1) fitted = `${base} ${count}`;
    this.names.add(fitted);
    return fitted;
  }
}

function getBytes(source: MediaSource): Bytes {
  if (source.kind === 'bytes') return source;
  throw unsupportedInput(source.kind === 'url' ? 'links' : 'files that were uploaded to another provider');
}

function getMediaType({ mediaType, base64 }: Bytes): string {
  return detectMediaType(base64) ?? mediaType.toLowerCase();
}

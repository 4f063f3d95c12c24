import {
  type DocumentPart,
  type GatewayError,
  type ImagePart,
  type MediaSource,
  type UserPart,
  type Warning,
} from '#canonical';
import { decodeCache } from './cache-control.js';
import { decodeTextPart } from './decode-text.js';
import { type Field } from './field.js';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export function decodeImage(block: Field): ImagePart {
  const source = block.member('source');
  return { type: 'image', source: decodeImageSource(source), ...decodeCache(block) };
}

/** A document may be given as blocks of its own; those stand for themselves in the hub. */
export function decodeDocument(block: Field, warnings: Warning[]): UserPart[] {
  warnOfLostSettings(block, warnings);
  const source = block.member('source');
  const content = source.member('content');
  if (source.member('type').text() === 'content' && !content.isText) {
    return content.items().map(decodeDocumentBlock);
  }
  const name = block.member('title').optional((title) => title.text());
  const document: DocumentPart = { type: 'document', source: decodeDocumentSource(source) };
  return [{ ...document, ...(name === undefined ? {} : { name }), ...decodeCache(block) }];
}

function decodeImageSource(source: Field): MediaSource {
  switch (source.member('type').oneOf(['base64', 'url', 'file'])) {
    case 'base64':
      return {
        kind: 'bytes',
        mediaType: source.member('media_type').oneOf(IMAGE_TYPES),
        base64: source.member('data').nonEmptyText(),
      };
    case 'url':
      return { kind: 'url', url: source.member('url').nonEmptyText() };
    case 'file':
      throw uploadedFile(source);
  }
}

function decodeDocumentSource(source: Field): MediaSource {
  switch (source.member('type').oneOf(['base64', 'text', 'content', 'url', 'file'])) {
    case 'base64':
      return {
        kind: 'bytes',
        mediaType: source.member('media_type').oneOf(['application/pdf']),
        base64: source.member('data').nonEmptyText(),
      };
    case 'text':
      return plainText(source.member('data').text());
    case 'content':
      return plainText(source.member('content').text());
    case 'url':
      return { kind: 'url', url: source.member('url').nonEmptyText(), mediaType: 'application/pdf' };
    case 'file':
      throw uploadedFile(source);
  }
}

function plainText(text: string): MediaSource {
  return { kind: 'bytes', mediaType: 'text/plain', base64: Buffer.from(text, 'utf8').toString('base64') };
}

function decodeDocumentBlock(block: Field): UserPart {
  return block.member('type').oneOf(['text', 'image']) === 'text'
    ? decodeTextPart(block)
    : decodeImage(block);
}

function uploadedFile(source: Field): GatewayError {
  return source
    .member('file_id')
    .fault('unsupported-parameter', 'names a file that only the service it was uploaded to can read');
}

function warnOfLostSettings(block: Field, warnings: Warning[]): void {
  const context = block.member('context');
  if (!context.isAbsent) {
    warnings.push({ field: { param: context.path }, reason: 'Documents are sent without their context.' });
  }
  const citations = block.member('citations');
  if (citations.optional((settings) => settings.member('enabled').optional((field) => field.flag()))) {
    warnings.push({
      field: { param: citations.path },
      reason: 'Citations of documents cannot be asked for.',
    });
  }
}

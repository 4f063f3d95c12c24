import {
  type DocumentPart,
  type GatewayError,
  type ImagePart,
  type MediaSource,
  type TextPart,
  type UserPart,
  type Warning,
} from '#canonical';
import { unsupported } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeCache } from './cache-control.js';

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export function decodeUserBlock(block: RequestObject, warnings: Warning[]): UserPart[] {
  switch (block.requiredString('type')) {
    case 'text':
      return [decodeTextPart(block)];
    case 'image':
      return [decodeImage(block)];
    case 'document':
      return decodeDocument(block, warnings);
    case 'search_result':
      return [decodeSearchResult(block, warnings)];
    default:
      throw unknownBlock(block);
  }
}

export function unknownBlock(block: RequestObject): GatewayError {
  return unsupported(block.getPath('type'), 'is a block type that this model does not support');
}

function decodeSearchResult(block: RequestObject, warnings: Warning[]): UserPart {
  warnings.push({ field: { param: block.path }, reason: 'search results are sent as plain text' });
  const texts = decodeTexts(block, 'content').map(({ text }) => text);
  const lines = [block.requiredString('title'), block.requiredString('source'), ...texts];
  return { type: 'text', text: lines.join('\n'), ...decodeCache(block) };
}

function decodeImage(block: RequestObject): ImagePart {
  return { type: 'image', source: decodeImageSource(block.requiredObject('source')), ...decodeCache(block) };
}

/** A document may consist of blocks, which become parts of the message. */
function decodeDocument(block: RequestObject, warnings: Warning[]): UserPart[] {
  warnOfLostSettings(block, warnings);
  const source = block.requiredObject('source');
  if (source.requiredString('type') === 'content' && !isText(source, 'content')) {
    return source.requiredEachObject('content', decodeDocumentBlock);
  }
  const name = block.string('title');
  const document: DocumentPart = { type: 'document', source: decodeDocumentSource(source) };
  return [{ ...document, ...(name === undefined ? {} : { name }), ...decodeCache(block) }];
}

function decodeImageSource(source: RequestObject): MediaSource {
  switch (source.requiredOneOf('type', ['base64', 'url', 'file'])) {
    case 'base64':
      return {
        kind: 'bytes',
        mediaType: source.requiredOneOf('media_type', IMAGE_TYPES),
        base64: source.nonEmptyString('data'),
      };
    case 'url':
      return { kind: 'url', url: source.nonEmptyString('url') };
    case 'file':
      throw unsupportedFile(source);
  }
}

function decodeDocumentSource(source: RequestObject): MediaSource {
  switch (source.requiredOneOf('type', ['base64', 'text', 'content', 'url', 'file'])) {
    case 'base64':
      return {
        kind: 'bytes',
        mediaType: source.requiredOneOf('media_type', ['application/pdf']),
        base64: source.nonEmptyString('data'),
      };
    case 'text':
      return plainText(source.requiredString('data'));
    case 'content':
      return plainText(source.requiredString('content'));
    case 'url':
      return { kind: 'url', url: source.nonEmptyString('url'), mediaType: 'application/pdf' };
    case 'file':
      throw unsupportedFile(source);
  }
}

function plainText(text: string): MediaSource {
  return { kind: 'bytes', mediaType: 'text/plain', base64: Buffer.from(text, 'utf8').toString('base64') };
}

function decodeDocumentBlock(block: RequestObject): UserPart {
  const type = block.requiredOneOf('type', ['text', 'image']);
  return type === 'text' ? decodeTextPart(block) : decodeImage(block);
}

function unsupportedFile(source: RequestObject): GatewayError {
  const problem = 'refers to a file that only the provider it was uploaded to can read';
  return unsupported(source.getPath('file_id'), problem);
}

function warnOfLostSettings(block: RequestObject, warnings: Warning[]): void {
  if (block.has('context')) {
    const reason = 'documents are sent without their context';
    warnings.push({ field: { param: block.getPath('context') }, reason });
  }
  const citations = block.object('citations');
  if (citations?.boolean('enabled')) {
    const reason = 'citations are not supported by this model';
    warnings.push({ field: { param: citations.path }, reason });
  }
}

function decodeTextPart(block: RequestObject): TextPart {
  return { type: 'text', text: block.requiredString('text'), ...decodeCache(block) };
}

/** Decodes content that is a string or an array of text blocks. */
export function decodeTexts(holder: RequestObject, key: string): TextPart[] {
  const text = holder.value(key);
  if (typeof text === 'string') return [{ type: 'text', text }];
  return holder.requiredEachObject(key, (block) => {
    block.requiredOneOf('type', ['text']);
    return decodeTextPart(block);
  });
}

export function isText(holder: RequestObject, key: string): boolean {
  return typeof holder.value(key) === 'string';
}

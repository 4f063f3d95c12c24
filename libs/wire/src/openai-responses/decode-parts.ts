import { type AssistantPart, type MediaSource, type TextPart, type UserPart } from '#canonical';
import { toStandardBase64, readDataUrl } from '../openai-dialect/data-url.js';
import { unsupported, wrongType, wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeCitations } from './citations.js';
import { toAudioMediaType, toFileMediaType } from './media-types.js';

const IMAGE_DETAILS = ['auto', 'low', 'high', 'original'] as const;

/** Decodes content: a string, which is short for one text part, or an array of parts. */
export function decodeContent<Part>(
  item: RequestObject,
  key: string,
  decodePart: (part: RequestObject) => Part,
): (Part | TextPart)[] {
  const content = item.value(key);
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (content !== undefined && !Array.isArray(content)) {
    throw wrongType(item.getPath(key), 'a string or an array of parts');
  }
  return item.requiredEachObject(key, decodePart);
}

export function decodeUserPart(part: RequestObject): UserPart {
  if (part.value('type') !== 'input_audio') return decodeToolOutputPart(part);
  if (part.has('audio_url')) return { type: 'audio', source: decodeUrl(part, 'audio_url') };
  const audio = part.requiredObject('input_audio');
  const mediaType = toAudioMediaType(audio.requiredOneOf('format', ['wav', 'mp3']));
  return { type: 'audio', source: { kind: 'bytes', mediaType, base64: decodeBase64(audio, 'data') } };
}

export function decodeToolOutputPart(part: RequestObject): Exclude<UserPart, { type: 'audio' }> {
  switch (part.requiredString('type')) {
    case 'input_text':
      return decodeTextPart(part);
    case 'input_image':
      return { type: 'image', source: decodeImageSource(part), ...decodeDetail(part), ...decodeCache(part) };
    case 'input_file':
      return { type: 'document', ...decodeFile(part), ...decodeCache(part) };
    default:
      throw wrongValue(
        part.getPath('type'),
        'must be one of input_text, input_image, input_file, input_audio',
      );
  }
}

export function decodeSystemPart(part: RequestObject): TextPart {
  if (part.requiredString('type') === 'input_text') return decodeTextPart(part);
  throw unsupported(part.getPath('type'), 'must be input_text in a message of this role');
}

export function decodeAssistantPart(part: RequestObject): AssistantPart {
  switch (part.requiredString('type')) {
    case 'output_text':
    case 'input_text': {
      const citations = decodeCitations(part.value('annotations'));
      return {
        type: 'text',
        text: part.requiredString('text'),
        ...(citations.length > 0 ? { citations } : {}),
      };
    }
    case 'refusal':
      return { type: 'refusal', text: part.requiredString('refusal') };
    default:
      throw wrongValue(part.getPath('type'), 'must be output_text or refusal');
  }
}

function decodeTextPart(part: RequestObject): TextPart {
  return { type: 'text', text: part.requiredString('text'), ...decodeCache(part) };
}

function decodeImageSource(part: RequestObject): MediaSource {
  refuseFileId(part);
  return decodeUrl(part, 'image_url');
}

function decodeDetail(part: RequestObject): { detail?: (typeof IMAGE_DETAILS)[number] } {
  const detail = part.oneOf('detail', IMAGE_DETAILS);
  return detail === undefined ? {} : { detail };
}

function decodeFile(part: RequestObject): { source: MediaSource; name?: string } {
  refuseFileId(part);
  const name = part.string('filename');
  return { source: decodeFileSource(part, name), ...(name === undefined ? {} : { name }) };
}

function decodeFileSource(part: RequestObject, name: string | undefined): MediaSource {
  if (part.has('file_url')) return decodeUrl(part, 'file_url');
  if (/^data:/i.test(part.nonEmptyString('file_data'))) return decodeUrl(part, 'file_data');
  return { kind: 'bytes', mediaType: toFileMediaType(name), base64: decodeBase64(part, 'file_data') };
}

function decodeUrl(part: RequestObject, key: string): MediaSource {
  const url = part.nonEmptyString(key);
  if (/^https?:\/\//i.test(url)) return { kind: 'url', url };
  const data = readDataUrl(url);
  if (data === undefined) {
    throw wrongValue(part.getPath(key), 'must be an http(s) URL or a base64 data URL');
  }
  return data;
}

function decodeBase64(holder: RequestObject, key: string): string {
  const base64 = toStandardBase64(holder.nonEmptyString(key));
  if (base64 === undefined) throw wrongValue(holder.getPath(key), 'must be base64');
  return base64;
}

function refuseFileId(part: RequestObject): void {
  if (!part.has('file_id')) return;
  throw unsupported(part.getPath('file_id'), 'refers to a file that the provider does not have');
}

function decodeCache(part: RequestObject): { cache?: object } {
  return part.has('prompt_cache_breakpoint') ? { cache: {} } : {};
}

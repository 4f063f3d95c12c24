import { type AssistantPart, type MediaSource, type TextPart, type UserPart } from '#canonical';
import { audioMediaType } from './audio-format.js';
import { decodeCitations } from './citations.js';
import { type ClientField } from './client-field.js';
import { plainBase64, readDataUrl } from '../openai-dialect/data-url.js';
import { toFileMediaType } from './file-media-type.js';

const IMAGE_DETAILS = ['auto', 'low', 'high', 'original'] as const;

/** Content is a string, which is short for one part of text, or an array of parts. */
export function decodeContent<Part>(
  content: ClientField,
  decodePart: (part: ClientField) => Part,
): (Part | TextPart)[] {
  if (typeof content.value === 'string') return [{ type: 'text', text: content.value }];
  if (content.isGiven && !Array.isArray(content.value)) {
    throw content.fault('invalid-type', 'must be a string or an array of parts');
  }
  return content.elements().map(decodePart);
}

export function decodeUserPart(part: ClientField): UserPart {
  if (part.member('type').value !== 'input_audio') return decodeToolOutputPart(part);
  const audio = part.member('input_audio');
  const mediaType = audioMediaType(audio.member('format').oneOf(['wav', 'mp3']));
  return { type: 'audio', source: { kind: 'bytes', mediaType, base64: decodeBase64(audio.member('data')) } };
}

export function decodeToolOutputPart(part: ClientField): Exclude<UserPart, { type: 'audio' }> {
  const type = part.member('type');
  switch (type.string()) {
    case 'input_text':
      return decodeTextPart(part);
    case 'input_image':
      return { type: 'image', source: decodeImageSource(part), ...decodeDetail(part), ...decodeCache(part) };
    case 'input_file':
      return { type: 'document', ...decodeFile(part), ...decodeCache(part) };
    default:
      throw type.fault('invalid-value', 'must be one of input_text, input_image, input_file, input_audio');
  }
}

export function decodeSystemPart(part: ClientField): TextPart {
  const type = part.member('type');
  if (type.string() !== 'input_text') throw type.unsupported('must be input_text in a message of this role');
  return decodeTextPart(part);
}

export function decodeAssistantPart(part: ClientField): AssistantPart {
  const type = part.member('type');
  switch (type.string()) {
    case 'output_text':
    case 'input_text': {
      const citations = decodeCitations(part.member('annotations').value);
      return {
        type: 'text',
        text: part.member('text').string(),
        ...(citations.length > 0 ? { citations } : {}),
      };
    }
    case 'refusal':
      return { type: 'refusal', text: part.member('refusal').string() };
    default:
      throw type.fault('invalid-value', 'must be output_text or refusal');
  }
}

function decodeTextPart(part: ClientField): TextPart {
  return { type: 'text', text: part.member('text').string(), ...decodeCache(part) };
}

function decodeImageSource(part: ClientField): MediaSource {
  refuseFileId(part);
  const url = part.member('image_url');
  return decodeUrl(url, url.word());
}

function decodeDetail(part: ClientField): { detail?: (typeof IMAGE_DETAILS)[number] } {
  const detail = part.member('detail').ifGiven((field) => field.oneOf(IMAGE_DETAILS));
  return detail === undefined ? {} : { detail };
}

function decodeFile(part: ClientField): { source: MediaSource; name?: string } {
  refuseFileId(part);
  const name = part.member('filename').ifGiven((field) => field.string());
  const named = name === undefined ? {} : { name };
  const fileUrl = part.member('file_url');
  if (fileUrl.isGiven) return { source: decodeUrl(fileUrl, fileUrl.word()), ...named };
  const data = part.member('file_data');
  const text = data.word();
  if (/^data:/i.test(text)) return { source: decodeUrl(data, text), ...named };
  return {
    source: { kind: 'bytes', mediaType: toFileMediaType(name), base64: decodeBase64(data) },
    ...named,
  };
}

function decodeUrl(field: ClientField, url: string): MediaSource {
  if (/^https?:\/\//i.test(url)) return { kind: 'url', url };
  const data = readDataUrl(url);
  if (data === undefined) throw field.fault('invalid-value', 'must be a web address or a data URL of base64');
  return data;
}

function decodeBase64(field: ClientField): string {
  const base64 = plainBase64(field.word());
  if (base64 === undefined) throw field.fault('invalid-value', 'must be base64');
  return base64;
}

function refuseFileId(part: ClientField): void {
  const fileId = part.member('file_id');
  if (fileId.isGiven) throw fileId.unsupported('names a file that the model service does not have');
}

function decodeCache(part: ClientField): { cache?: object } {
  return part.member('prompt_cache_breakpoint').isGiven ? { cache: {} } : {};
}

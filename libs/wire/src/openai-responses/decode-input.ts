import {
  type AssistantPart,
  type MediaSource,
  type Message,
  type ReasoningSignature,
  type TextPart,
  type ToolResult,
  type UserPart,
} from '#canonical';
import { plainBase64, readDataUrl } from '../openai-dialect/data-url.js';
import { unsupported, wrongType, wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { openCarriedSignature } from './carried-signature.js';
import { decodeCitations } from './citations.js';
import { audioMediaType, toFileMediaType } from './media-types.js';
import { wrapCustomInput } from './tools.js';

const IMAGE_DETAILS = ['auto', 'low', 'high', 'original'] as const;

export function decodeInput(request: RequestObject): Message[] {
  const input = request.value('input');
  if (typeof input === 'string') return [{ role: 'user', content: [{ type: 'text', text: input }] }];
  if (input !== undefined && !Array.isArray(input)) {
    throw wrongType('input', 'a string or an array of items');
  }
  const conversation = new ConversationReader();
  request.requiredEachObject('input', (item) => conversation.add(item));
  if (conversation.messages.length === 0) throw wrongValue('input', 'must hold at least one item');
  return conversation.messages;
}

/** Items are finer than turns: the reasoning, text and calls of one turn stand side by side. */
class ConversationReader {
  readonly messages: Message[] = [];
  private readonly callNames = new Map<string, string>();

  add(item: RequestObject): void {
    switch (item.value('type') ?? (item.has('role') ? 'message' : 'item_reference')) {
      case 'message':
        return this.addMessage(item);
      case 'reasoning':
        return this.addReasoning(item);
      case 'function_call':
        return this.addCall(item, readArguments(item));
      case 'custom_tool_call':
        return this.addCall(item, wrapCustomInput(item.requiredString('input')));
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.addResult(item);
      case 'item_reference':
        throw unsupported(item.path, 'refers to an item that the gateway does not have');
      default:
        item.requiredString('type');
        throw unsupported(
          item.getPath('type'),
          'is an item that only a model service of this format understands',
        );
    }
  }

  private addMessage(item: RequestObject): void {
    const role = item.requiredOneOf('role', ['user', 'assistant', 'system', 'developer']);
    switch (role) {
      case 'user':
        this.messages.push({ role, content: decodeContent(item, 'content', decodeUserPart) });
        return;
      case 'assistant':
        return this.addToTurn(...decodeContent(item, 'content', decodeAssistantPart));
      case 'system':
      case 'developer':
        this.messages.push({ role: 'system', content: decodeContent(item, 'content', decodeSystemPart) });
    }
  }

  private addReasoning(item: RequestObject): void {
    const text = [...getTexts(item, 'summary'), ...getTexts(item, 'content')].join('\n\n');
    const encrypted = item.string('encrypted_content');
    const carried = encrypted === undefined ? undefined : openCarriedSignature(encrypted);
    if (carried === undefined) {
      if (text !== '') this.addToTurn({ type: 'reasoning', text });
      return;
    }
    const { of, signature } = carried;
    if (of === 'call') return this.proveLastCall(signature);
    this.addToTurn({
      type: 'reasoning',
      text,
      signature,
      ...(of === 'reasoning' ? {} : { isRedacted: true }),
    });
  }

  private proveLastCall(signature: ReasoningSignature): void {
    const turn = this.messages.at(-1);
    const call = turn?.role === 'assistant' ? turn.content.at(-1) : undefined;
    if (call?.type === 'tool-call') call.signature = signature;
  }

  private addCall(item: RequestObject, argumentsText: string): void {
    const id = item.nonEmptyString('call_id');
    const name = item.nonEmptyString('name');
    this.callNames.set(id, name);
    this.addToTurn({ type: 'tool-call', id, name, arguments: argumentsText });
  }

  private addResult(item: RequestObject): void {
    const callId = item.nonEmptyString('call_id');
    const name = this.callNames.get(callId);
    const result: ToolResult = {
      callId,
      ...(name === undefined ? {} : { name }),
      content: decodeContent(item, 'output', decodeToolOutputPart),
      isError: false,
    };
    const turn = this.messages.at(-1);
    if (turn?.role === 'tool') turn.results.push(result);
    else this.messages.push({ role: 'tool', results: [result] });
  }

  private addToTurn(...parts: AssistantPart[]): void {
    if (parts.length === 0) return;
    const turn = this.messages.at(-1);
    if (turn?.role === 'assistant') turn.content.push(...parts);
    else this.messages.push({ role: 'assistant', content: parts });
  }
}

function getTexts(item: RequestObject, key: string): string[] {
  return item.eachObject(key, (part) => part.requiredString('text')) ?? [];
}

function readArguments(call: RequestObject): string {
  const text = call.requiredString('arguments');
  if (text.trim() === '') return '{}';
  try {
    JSON.parse(text);
  } catch {
    throw wrongValue(call.getPath('arguments'), 'must be JSON text');
  }
  return text;
}

/** Content is a string, which is short for one part of text, or an array of parts. */
function decodeContent<Part>(
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

function decodeUserPart(part: RequestObject): UserPart {
  if (part.value('type') !== 'input_audio') return decodeToolOutputPart(part);
  const audio = part.requiredObject('input_audio');
  const mediaType = audioMediaType(audio.requiredOneOf('format', ['wav', 'mp3']));
  return { type: 'audio', source: { kind: 'bytes', mediaType, base64: decodeBase64(audio, 'data') } };
}

function decodeToolOutputPart(part: RequestObject): Exclude<UserPart, { type: 'audio' }> {
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

function decodeSystemPart(part: RequestObject): TextPart {
  if (part.requiredString('type') === 'input_text') return decodeTextPart(part);
  throw unsupported(part.getPath('type'), 'must be input_text in a message of this role');
}

function decodeAssistantPart(part: RequestObject): AssistantPart {
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
    throw wrongValue(part.getPath(key), 'must be a web address or a data URL of base64');
  }
  return data;
}

function decodeBase64(holder: RequestObject, key: string): string {
  const base64 = plainBase64(holder.nonEmptyString(key));
  if (base64 === undefined) throw wrongValue(holder.getPath(key), 'must be base64');
  return base64;
}

function refuseFileId(part: RequestObject): void {
  if (!part.has('file_id')) return;
  throw unsupported(part.getPath('file_id'), 'names a file that the model service does not have');
}

function decodeCache(part: RequestObject): { cache?: object } {
  return part.has('prompt_cache_breakpoint') ? { cache: {} } : {};
}

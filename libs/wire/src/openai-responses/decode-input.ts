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
import { openCarriedSignature } from './carried-signature.js';
import { decodeCitations } from './citations.js';
import { type ClientField } from './client-field.js';
import { audioMediaType, toFileMediaType } from './media-types.js';
import { wrapCustomInput } from './tools.js';

const IMAGE_DETAILS = ['auto', 'low', 'high', 'original'] as const;

export function decodeInput(input: ClientField): Message[] {
  if (typeof input.value === 'string') {
    return [{ role: 'user', content: [{ type: 'text', text: input.value }] }];
  }
  if (input.isGiven && !Array.isArray(input.value)) {
    throw input.fault('invalid-type', 'must be a string or an array of items');
  }
  const conversation = new ConversationReader();
  for (const item of input.elements()) conversation.add(item);
  if (conversation.messages.length === 0) throw input.fault('invalid-value', 'must hold at least one item');
  return conversation.messages;
}

/** Items are finer than turns: the reasoning, text and calls of one turn stand side by side. */
class ConversationReader {
  readonly messages: Message[] = [];
  private readonly callNames = new Map<string, string>();

  add(item: ClientField): void {
    const type = item.member('type');
    switch (type.value ?? (item.member('role').isGiven ? 'message' : 'item_reference')) {
      case 'message':
        return this.addMessage(item);
      case 'reasoning':
        return this.addReasoning(item);
      case 'function_call':
        return this.addCall(item, readArguments(item.member('arguments')));
      case 'custom_tool_call':
        return this.addCall(item, wrapCustomInput(item.member('input').string()));
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.addResult(item);
      case 'item_reference':
        throw item.unsupported('refers to an item that the gateway does not have');
      default:
        type.string();
        throw type.unsupported('is an item that only a model service of this format understands');
    }
  }

  private addMessage(item: ClientField): void {
    const role = item.member('role').oneOf(['user', 'assistant', 'system', 'developer']);
    const content = item.member('content');
    switch (role) {
      case 'user':
        this.messages.push({ role, content: decodeContent(content, decodeUserPart) });
        return;
      case 'assistant':
        return this.addToTurn(...decodeContent(content, decodeAssistantPart));
      case 'system':
      case 'developer':
        this.messages.push({ role: 'system', content: decodeContent(content, decodeSystemPart) });
    }
  }

  private addReasoning(item: ClientField): void {
    const texts = [...getTexts(item.member('summary')), ...getTexts(item.member('content'))];
    const text = texts.join('\n\n');
    const encrypted = item.member('encrypted_content').ifGiven((field) => field.string());
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

  private addCall(item: ClientField, argumentsText: string): void {
    const id = item.member('call_id').word();
    const name = item.member('name').word();
    this.callNames.set(id, name);
    this.addToTurn({ type: 'tool-call', id, name, arguments: argumentsText });
  }

  private addResult(item: ClientField): void {
    const callId = item.member('call_id').word();
    const name = this.callNames.get(callId);
    const result: ToolResult = {
      callId,
      ...(name === undefined ? {} : { name }),
      content: decodeContent(item.member('output'), decodeToolOutputPart),
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

function getTexts(parts: ClientField): string[] {
  return parts.ifGiven((field) => field.elements().map((part) => part.member('text').string())) ?? [];
}

function readArguments(field: ClientField): string {
  const text = field.string();
  if (text.trim() === '') return '{}';
  try {
    JSON.parse(text);
  } catch {
    throw field.fault('invalid-value', 'must be JSON text');
  }
  return text;
}

/** Content is a string, which is short for one part of text, or an array of parts. */
function decodeContent<Part>(
  content: ClientField,
  decodePart: (part: ClientField) => Part,
): (Part | TextPart)[] {
  if (typeof content.value === 'string') return [{ type: 'text', text: content.value }];
  if (content.isGiven && !Array.isArray(content.value)) {
    throw content.fault('invalid-type', 'must be a string or an array of parts');
  }
  return content.elements().map(decodePart);
}

function decodeUserPart(part: ClientField): UserPart {
  if (part.member('type').value !== 'input_audio') return decodeToolOutputPart(part);
  const audio = part.member('input_audio');
  const mediaType = audioMediaType(audio.member('format').oneOf(['wav', 'mp3']));
  return { type: 'audio', source: { kind: 'bytes', mediaType, base64: decodeBase64(audio.member('data')) } };
}

function decodeToolOutputPart(part: ClientField): Exclude<UserPart, { type: 'audio' }> {
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

function decodeSystemPart(part: ClientField): TextPart {
  const type = part.member('type');
  if (type.string() !== 'input_text') throw type.unsupported('must be input_text in a message of this role');
  return decodeTextPart(part);
}

function decodeAssistantPart(part: ClientField): AssistantPart {
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

import {
  type AssistantMessage,
  type AssistantPart,
  type DocumentPart,
  type GatewayError,
  type ImagePart,
  type MediaSource,
  type Message,
  type TextPart,
  type ToolResult,
  type UserPart,
  type Warning,
  openReasoningSignature,
} from '#canonical';
import { UNPROVEN } from '../unproven.js';
import { unsupported, wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeCache } from './cache-control.js';
import { decodeCitations } from './citations.js';
import { FORMAT_ID, openCallSignature } from './tool-call-signature.js';

/** What is known of the conversation up to the turn that is being read. */
interface Reading {
  /** The names of the tools that were called, by the id of the call. */
  callNames: Map<string, string>;
  warnings: Warning[];
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export function decodeSystem(request: RequestObject): Message[] {
  return request.has('system') ? [{ role: 'system', content: decodeTexts(request, 'system') }] : [];
}

export function decodeMessages(request: RequestObject, warnings: Warning[]): Message[] {
  const reading: Reading = { callNames: new Map(), warnings };
  const turns = request.requiredEachObject('messages', (message) => decodeMessage(message, reading));
  if (turns.length === 0) throw wrongValue('messages', 'must hold at least one message');
  return turns.flat();
}

function decodeMessage(message: RequestObject, reading: Reading): Message[] {
  switch (message.requiredOneOf('role', ['user', 'assistant', 'system'])) {
    case 'system':
      return [{ role: 'system', content: decodeTexts(message, 'content') }];
    case 'user':
      return decodeUserMessage(message, reading);
    case 'assistant':
      return [decodeAssistantMessage(message, reading)];
  }
}

/** One turn of this format holds tool results and the user's own words; in the hub these are two. */
function decodeUserMessage(message: RequestObject, reading: Reading): Message[] {
  if (isText(message, 'content')) return [{ role: 'user', content: decodeTexts(message, 'content') }];
  const blocks = message.requiredEachObject('content', withType);
  if (blocks.length === 0) throw wrongValue(message.getPath('content'), 'must hold at least one block');
  const results = blocks.filter(isResult).map((block) => decodeToolResult(block, reading));
  const parts = blocks
    .filter((block) => !isResult(block))
    .flatMap((block) => decodeUserBlock(block, reading.warnings));
  return [
    ...(results.length > 0 ? [{ role: 'tool' as const, results }] : []),
    ...(parts.length > 0 ? [{ role: 'user' as const, content: parts }] : []),
  ];
}

function isText(holder: RequestObject, key: string): boolean {
  return typeof holder.value(key) === 'string';
}

function withType(block: RequestObject): RequestObject {
  block.requiredString('type');
  return block;
}

function isResult(block: RequestObject): boolean {
  return block.value('type') === 'tool_result';
}

function decodeUserBlock(block: RequestObject, warnings: Warning[]): UserPart[] {
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

function unknownBlock(block: RequestObject): GatewayError {
  return unsupported(block.getPath('type'), 'is not a kind of block that this model can be sent');
}

function decodeSearchResult(block: RequestObject, warnings: Warning[]): UserPart {
  warnings.push({ field: { param: block.path }, reason: 'Search results are sent as plain text.' });
  const texts = decodeTexts(block, 'content').map(({ text }) => text);
  const lines = [block.requiredString('title'), block.requiredString('source'), ...texts];
  return { type: 'text', text: lines.join('\n'), ...decodeCache(block) };
}

function decodeToolResult(block: RequestObject, { callNames, warnings }: Reading): ToolResult {
  const callId = block.nonEmptyString('tool_use_id');
  const name = callNames.get(callId);
  return {
    callId,
    ...(name === undefined ? {} : { name }),
    content: withBreakpoint(decodeResultContent(block, warnings), block),
    isError: block.boolean('is_error') ?? false,
  };
}

function decodeResultContent(result: RequestObject, warnings: Warning[]): ToolResult['content'] {
  if (isText(result, 'content')) return decodeTexts(result, 'content');
  const parts = result.eachObject('content', (block) =>
    decodeUserBlock(block, warnings).filter(isResultPart),
  );
  return parts?.flat() ?? [];
}

function isResultPart(part: UserPart): part is ToolResult['content'][number] {
  return part.type !== 'audio';
}

/** A breakpoint on the result as a whole lies behind its last part. */
function withBreakpoint(content: ToolResult['content'], block: RequestObject): ToolResult['content'] {
  const last = content.at(-1);
  return last === undefined ? [] : [...content.slice(0, -1), { ...last, ...decodeCache(block) }];
}

function decodeAssistantMessage(message: RequestObject, reading: Reading): AssistantMessage {
  const text = message.value('content');
  if (typeof text === 'string') return { role: 'assistant', content: [{ type: 'text', text }] };
  const parts: AssistantPart[] = [];
  message.requiredEachObject('content', (block) => {
    warnOfLostBreakpoint(block, reading);
    if (!restoreCallSignature(block, parts)) parts.push(decodeAssistantBlock(block, reading));
  });
  return { role: 'assistant', content: parts };
}

function decodeAssistantBlock(block: RequestObject, { callNames }: Reading): AssistantPart {
  switch (block.requiredString('type')) {
    case 'text': {
      const text = block.requiredString('text');
      const citations = block.eachObject('citations', ({ members }) => members);
      return { type: 'text', text, ...decodeCitations(citations, text.length) };
    }
    case 'thinking':
      return decodeThinking(block);
    case 'redacted_thinking': {
      const signature = openReasoningSignature(block.requiredString('data'), FORMAT_ID);
      return { type: 'reasoning', text: '', isRedacted: true, signature };
    }
    case 'tool_use': {
      const id = block.nonEmptyString('id');
      const name = block.nonEmptyString('name');
      callNames.set(id, name);
      return {
        type: 'tool-call',
        id,
        name,
        arguments: JSON.stringify(block.requiredObject('input').members),
      };
    }
    default:
      throw unknownBlock(block);
  }
}

function decodeThinking(block: RequestObject): AssistantPart {
  const text = block.requiredString('thinking');
  const signature = block.string('signature') ?? '';
  const isSigned = signature !== '' && signature !== UNPROVEN;
  return {
    type: 'reasoning',
    text,
    ...(isSigned ? { signature: openReasoningSignature(signature, FORMAT_ID) } : {}),
  };
}

/** Whether the block only carried the signature of a call before it, which now has it back. */
function restoreCallSignature(block: RequestObject, parts: AssistantPart[]): boolean {
  if (block.requiredString('type') !== 'redacted_thinking') return false;
  const carried = openCallSignature(block.requiredString('data'));
  if (carried === undefined) return false;
  for (const part of parts) {
    if (part.type === 'tool-call' && part.id === carried.callId) part.signature = carried.signature;
  }
  return true;
}

function warnOfLostBreakpoint(block: RequestObject, { warnings }: Reading): void {
  if (!block.has('cache_control')) return;
  warnings.push({
    field: { param: block.getPath('cache_control') },
    reason: 'Cache breakpoints on turns of the assistant are not kept.',
  });
}

function decodeImage(block: RequestObject): ImagePart {
  return { type: 'image', source: decodeImageSource(block.requiredObject('source')), ...decodeCache(block) };
}

/** A document may be given as blocks of its own; those stand for themselves in the hub. */
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
      throw uploadedFile(source);
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
      throw uploadedFile(source);
  }
}

function plainText(text: string): MediaSource {
  return { kind: 'bytes', mediaType: 'text/plain', base64: Buffer.from(text, 'utf8').toString('base64') };
}

function decodeDocumentBlock(block: RequestObject): UserPart {
  const type = block.requiredOneOf('type', ['text', 'image']);
  return type === 'text' ? decodeTextPart(block) : decodeImage(block);
}

function uploadedFile(source: RequestObject): GatewayError {
  const problem = 'names a file that only the service it was uploaded to can read';
  return unsupported(source.getPath('file_id'), problem);
}

function warnOfLostSettings(block: RequestObject, warnings: Warning[]): void {
  if (block.has('context')) {
    const reason = 'Documents are sent without their context.';
    warnings.push({ field: { param: block.getPath('context') }, reason });
  }
  const citations = block.object('citations');
  if (citations?.boolean('enabled')) {
    const reason = 'Citations of documents cannot be asked for.';
    warnings.push({ field: { param: citations.path }, reason });
  }
}

function decodeTextPart(block: RequestObject): TextPart {
  return { type: 'text', text: block.requiredString('text'), ...decodeCache(block) };
}

/** Content of which only text may consist: a string, or text blocks. */
function decodeTexts(holder: RequestObject, key: string): TextPart[] {
  const text = holder.value(key);
  if (typeof text === 'string') return [{ type: 'text', text }];
  return holder.requiredEachObject(key, (block) => {
    block.requiredOneOf('type', ['text']);
    return decodeTextPart(block);
  });
}

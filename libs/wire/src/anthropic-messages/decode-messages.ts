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
import { decodeCache } from './cache-control.js';
import { decodeCitations } from './citations.js';
import { type Field } from './field.js';
import { FORMAT_ID, openCallSignature } from './tool-call-signature.js';

/** What is known of the conversation up to the turn that is being read. */
interface Reading {
  /** The names of the tools that were called, by the id of the call. */
  callNames: Map<string, string>;
  warnings: Warning[];
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export function decodeSystem(system: Field): Message[] {
  if (system.isAbsent) return [];
  return [{ role: 'system', content: decodeTexts(system) }];
}

export function decodeMessages(messages: Field, warnings: Warning[]): Message[] {
  const reading: Reading = { callNames: new Map(), warnings };
  const items = messages.items();
  if (items.length === 0) throw messages.fault('invalid-value', 'must hold at least one message');
  return items.flatMap((message) => decodeMessage(message, reading));
}

function decodeMessage(message: Field, reading: Reading): Message[] {
  const content = message.member('content');
  switch (message.member('role').oneOf(['user', 'assistant', 'system'])) {
    case 'system':
      return [{ role: 'system', content: decodeTexts(content) }];
    case 'user':
      return decodeUserMessage(content, reading);
    case 'assistant':
      return [decodeAssistantMessage(content, reading)];
  }
}

/** One turn of this format holds tool results and the user's own words; in the hub these are two. */
function decodeUserMessage(content: Field, reading: Reading): Message[] {
  if (content.isText) return [{ role: 'user', content: decodeTexts(content) }];
  const blocks = content.items();
  if (blocks.length === 0) throw content.fault('invalid-value', 'must hold at least one block');
  const results = blocks.filter(isResult).map((block) => decodeToolResult(block, reading));
  const parts = blocks
    .filter((block) => !isResult(block))
    .flatMap((block) => decodeUserBlock(block, reading.warnings));
  return [
    ...(results.length > 0 ? [{ role: 'tool' as const, results }] : []),
    ...(parts.length > 0 ? [{ role: 'user' as const, content: parts }] : []),
  ];
}

function isResult(block: Field): boolean {
  return block.member('type').text() === 'tool_result';
}

function decodeUserBlock(block: Field, warnings: Warning[]): UserPart[] {
  const type = block.member('type');
  switch (type.text()) {
    case 'text':
      return [decodeTextPart(block)];
    case 'image':
      return [decodeImage(block)];
    case 'document':
      return decodeDocument(block, warnings);
    case 'search_result':
      return [decodeSearchResult(block, warnings)];
    default:
      throw type.fault('unsupported-parameter', 'is not a kind of block that this model can be sent');
  }
}

function decodeSearchResult(block: Field, warnings: Warning[]): UserPart {
  warnings.push({ field: { param: block.path }, reason: 'Search results are sent as plain text.' });
  const texts = decodeTexts(block.member('content')).map(({ text }) => text);
  const lines = [block.member('title').text(), block.member('source').text(), ...texts];
  return { type: 'text', text: lines.join('\n'), ...decodeCache(block) };
}

function decodeToolResult(block: Field, { callNames, warnings }: Reading): ToolResult {
  const callId = block.member('tool_use_id').nonEmptyText();
  const name = callNames.get(callId);
  return {
    callId,
    ...(name === undefined ? {} : { name }),
    content: withBreakpoint(decodeResultContent(block.member('content'), warnings), block),
    isError: block.member('is_error').optional((field) => field.flag()) ?? false,
  };
}

function decodeResultContent(content: Field, warnings: Warning[]): ToolResult['content'] {
  if (content.isAbsent) return [];
  if (content.isText) return decodeTexts(content);
  return content.items().flatMap((block) => decodeUserBlock(block, warnings).filter(isResultPart));
}

function isResultPart(part: UserPart): part is ToolResult['content'][number] {
  return part.type !== 'audio';
}

/** A breakpoint on the result as a whole lies behind its last part. */
function withBreakpoint(content: ToolResult['content'], block: Field): ToolResult['content'] {
  const last = content.at(-1);
  return last === undefined ? [] : [...content.slice(0, -1), { ...last, ...decodeCache(block) }];
}

function decodeAssistantMessage(content: Field, reading: Reading): AssistantMessage {
  if (content.isText) return { role: 'assistant', content: [{ type: 'text', text: content.text() }] };
  const parts: AssistantPart[] = [];
  for (const block of content.items()) {
    warnOfLostBreakpoint(block, reading);
    if (!restoreCallSignature(block, parts)) parts.push(decodeAssistantBlock(block, reading));
  }
  return { role: 'assistant', content: parts };
}

function decodeAssistantBlock(block: Field, { callNames }: Reading): AssistantPart {
  const type = block.member('type');
  switch (type.text()) {
    case 'text': {
      const text = block.member('text').text();
      const citations = block.member('citations').optional((list) => list.items().map((one) => one.object()));
      return { type: 'text', text, ...decodeCitations(citations, text.length) };
    }
    case 'thinking':
      return decodeThinking(block);
    case 'redacted_thinking': {
      const signature = openReasoningSignature(block.member('data').text(), FORMAT_ID);
      return { type: 'reasoning', text: '', isRedacted: true, signature };
    }
    case 'tool_use': {
      const id = block.member('id').nonEmptyText();
      const name = block.member('name').nonEmptyText();
      callNames.set(id, name);
      return { type: 'tool-call', id, name, arguments: JSON.stringify(block.member('input').object()) };
    }
    default:
      throw type.fault('unsupported-parameter', 'is not a kind of block that this model can be sent');
  }
}

function decodeThinking(block: Field): AssistantPart {
  const text = block.member('thinking').text();
  const signature = block.member('signature').optional((field) => field.text()) ?? '';
  const isSigned = signature !== '' && signature !== UNPROVEN;
  return {
    type: 'reasoning',
    text,
    ...(isSigned ? { signature: openReasoningSignature(signature, FORMAT_ID) } : {}),
  };
}

/** Whether the block only carried the signature of a call before it, which now has it back. */
function restoreCallSignature(block: Field, parts: AssistantPart[]): boolean {
  if (block.member('type').text() !== 'redacted_thinking') return false;
  const carried = openCallSignature(block.member('data').text());
  if (carried === undefined) return false;
  for (const part of parts) {
    if (part.type === 'tool-call' && part.id === carried.callId) part.signature = carried.signature;
  }
  return true;
}

function warnOfLostBreakpoint(block: Field, { warnings }: Reading): void {
  const control = block.member('cache_control');
  if (control.isAbsent) return;
  warnings.push({
    field: { param: control.path },
    reason: 'Cache breakpoints on turns of the assistant are not kept.',
  });
}

function decodeImage(block: Field): ImagePart {
  const source = block.member('source');
  return { type: 'image', source: decodeImageSource(source), ...decodeCache(block) };
}

/** A document may be given as blocks of its own; those stand for themselves in the hub. */
function decodeDocument(block: Field, warnings: Warning[]): UserPart[] {
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

function decodeTextPart(block: Field): TextPart {
  return { type: 'text', text: block.member('text').text(), ...decodeCache(block) };
}

/** Content of which only text may consist: a string, or text blocks. */
function decodeTexts(content: Field): TextPart[] {
  if (content.isText) return [{ type: 'text', text: content.text() }];
  return content.items().map((block) => {
    block.member('type').oneOf(['text']);
    return decodeTextPart(block);
  });
}

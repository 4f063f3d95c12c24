import { type Message, type ToolResult, type UserPart, type Warning } from '#canonical';
import { decodeCache } from './cache-control.js';
import { decodeDocument, decodeImage } from './decode-media.js';
import { decodeTextPart, decodeTexts } from './decode-text.js';
import { type Field } from './field.js';

/** What is known of the conversation up to the turn that is being read. */
export interface Reading {
  /** The names of the tools that were called, by the id of the call. */
  callNames: Map<string, string>;
  warnings: Warning[];
}

/** One turn of this format holds tool results and the user's own words; in the hub these are two. */
export function decodeUserMessage(content: Field, reading: Reading): Message[] {
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

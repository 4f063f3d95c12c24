import { asFields, asList, isAbsent, isObject, type Fields } from '../fields.js';
import { Refused, type Path } from '../refused.js';
import { checkList, checkObject, checkOneOf, checkString } from '../value-checks.js';
import { checkDocumentSource, checkImageSource } from './media-checks.js';
import { checkKnownFields } from './known-fields.js';
import { toSignature } from './signature.js';

const FIELDS_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text', 'citations', 'cache_control'],
  image: ['type', 'source', 'transformations', 'cache_control'],
  document: ['type', 'source', 'title', 'context', 'citations', 'cache_control'],
  search_result: ['type', 'source', 'title', 'content', 'citations', 'cache_control'],
  tool_use: ['type', 'id', 'name', 'input', 'caller', 'toolset_name', 'cache_control'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'],
  tool_reference: ['type', 'tool_name', 'cache_control'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
};

const TOOL_ID = /^[a-zA-Z0-9_-]+$/;

export function checkBlock(block: unknown, path: Path, types: readonly string[]): asserts block is Fields {
  checkObject(block, path);
  checkOneOf(block.type, [...path, 'type'], types);
  const type = String(block.type);
  checkKnownFields(block, FIELDS_BY_TYPE[type] ?? [], path);
  CHECKS[type]?.(block, path);
}

export function checkText({ text }: Fields, path: Path): void {
  checkString(text, [...path, 'text']);
  if (text.trim() === '') {
    throw new Refused('text content blocks must contain non-whitespace text', { path: [...path, 'text'] });
  }
}

const CHECKS: Readonly<Record<string, (block: Fields, path: Path) => void>> = {
  text: checkText,
  image: ({ source }, path) => checkImageSource(source, [...path, 'source']),
  document: ({ source }, path) => checkDocumentSource(source, [...path, 'source']),
  tool_use: checkToolUse,
  tool_result: checkToolResult,
  thinking: checkThought,
  redacted_thinking: refuseRedacted,
};

function checkToolUse({ id, name, input }: Fields, path: Path): void {
  checkToolId(id, [...path, 'id']);
  checkString(name, [...path, 'name']);
  if (!isObject(input)) {
    throw new Refused('Input should be a valid dictionary', { path: [...path, 'input'] });
  }
}

function checkToolResult({ tool_use_id: id, content }: Fields, path: Path): void {
  checkToolId(id, [...path, 'tool_use_id']);
  if (isAbsent(content) || typeof content === 'string') return;
  checkList(content, [...path, 'content']);
  for (const [index, block] of asList(content).entries()) {
    checkBlock(
      block,
      [...path, 'content', index],
      ['text', 'image', 'document', 'search_result', 'tool_reference'],
    );
  }
}

function checkToolId(id: unknown, path: Path): void {
  checkString(id, path);
  if (!TOOL_ID.test(id)) throw new Refused(`String should match pattern '${TOOL_ID.source}'`, { path });
}

function checkThought({ thinking, signature }: Fields, path: Path): void {
  checkString(thinking, [...path, 'thinking']);
  checkString(signature, [...path, 'signature']);
  if (signature !== toSignature(thinking)) {
    throw new Refused('Invalid `signature` in `thinking` block', { path: [...path, 'signature'] });
  }
}

/** This model redacts no thinking, so every redacted block is foreign. */
function refuseRedacted(_block: Fields, path: Path): void {
  throw new Refused('Invalid `data` in `redacted_thinking` block', { path: [...path, 'data'] });
}

const MAX_BREAKPOINTS = 4;

/** In all places where they are allowed. */
export function checkBreakpoints({ tools, system, messages }: Fields): void {
  const turns = asList(messages).flatMap((message) => asList(asFields(message).content));
  const blocks = [...asList(tools), ...asList(system), ...turns];
  const count = blocks.filter((block) => !isAbsent(asFields(block).cache_control)).length;
  if (count > MAX_BREAKPOINTS) {
    throw new Refused(`A maximum of 4 blocks with cache_control may be provided. Found ${count}.`);
  }
}

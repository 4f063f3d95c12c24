import { type AssistantPart, GatewayError, type JsonObject, type Warning } from '#canonical';
import { type Block } from './block.js';
import { isBlank } from './encode-user.js';
import { FORMAT_ID } from './format-id.js';
import { parseToolInput } from './tool-input.js';
import { checkToolName, safeToolId } from './tool-identity.js';

type Reasoning = Extract<AssistantPart, { type: 'reasoning' }>;
type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

export function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

export function encodeAssistantParts(parts: readonly AssistantPart[], warnings: Warning[]): Block[] {
  return thinkingFirst(parts.flatMap((part) => encodeAssistantPart(part, warnings)));
}

function encodeAssistantPart(part: AssistantPart, warnings: Warning[]): Block[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return textBlocks(part.text);
    case 'reasoning':
      return encodeReasoning(part);
    case 'tool-call':
      return [encodeToolCall(part)];
    case 'audio':
      if (part.transcript !== undefined) return textBlocks(part.transcript);
      warnings.push(lostMedia('audio'));
      return [];
    case 'image':
      warnings.push(lostMedia('images'));
      return [];
  }
}

function textBlocks(text: string): Block[] {
  return isBlank(text) ? [] : [{ type: 'text', text }];
}

/**
 * Without a signature of its own making a service of this format refuses reasoning, so other reasoning stays behind.
 */
function encodeReasoning({ text, signature, isRedacted }: Reasoning): Block[] {
  if (signature?.origin !== FORMAT_ID) return [];
  if (isRedacted) return [{ type: 'redacted_thinking', data: signature.value }];
  return [{ type: 'thinking', thinking: text, signature: signature.value }];
}

function encodeToolCall({ id, name, arguments: text }: ToolCall): Block {
  return {
    type: 'tool_use',
    id: safeToolId(id),
    name: checkToolName(name),
    input: readArguments(name, text),
  };
}

function readArguments(name: string, text: string): JsonObject {
  const input = parseToolInput(text);
  if (input !== undefined) return input;
  throw new GatewayError('invalid-value', `The arguments of a call of "${name}" are not a JSON object.`, {
    param: 'messages',
  });
}

/** A turn that thinks has to begin with it. One that does is left alone: its order is part of what is signed. */
function thinkingFirst(blocks: Block[]): Block[] {
  const [first] = blocks;
  if (first === undefined || isThinking(first)) return blocks;
  return [...blocks.filter(isThinking), ...blocks.filter((block) => !isThinking(block))];
}

function lostMedia(what: string): Warning {
  return { field: { param: 'messages' }, reason: `Turns of the assistant are sent without their ${what}.` };
}

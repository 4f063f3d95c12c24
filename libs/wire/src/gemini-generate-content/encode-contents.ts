import {
  type AssistantMessage,
  type AssistantPart,
  GatewayError,
  type JsonObject,
  type Message,
  type ToolMessage,
  type ToolResult,
  type UserMessage,
  type UserPart,
} from '#canonical';
import { encodeFunctionCall, encodeResponseObject, toSafeCallId } from './function-call.js';
import { encodeInlineData } from './media.js';
import { DUMMY_SIGNATURE, FORMAT_ID } from './thought-signature.js';

/** The user turn before a conversation that begins with a call, which the service would refuse. */
const PLACEHOLDER = '.';

type Turn = UserMessage | AssistantMessage | ToolMessage;

interface EncodingOptions {
  /** The model refuses earlier calls that carry no signature. */
  requiresSignatures: boolean;
}

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

export function encodeContents(messages: readonly Message[], options: EncodingOptions): JsonObject[] {
  const turns = groupTurns(messages);
  const contents = turns.flatMap((turn, index) =>
    encodeTurn(turn, turns[index - 1], turns[index + 1], options),
  );
  return hasCalls(turns[0]) ? [buildUserContent([{ text: PLACEHOLDER }]), ...contents] : contents;
}

function encodeTurn(
  turn: Turn,
  before: Turn | undefined,
  after: Turn | undefined,
  options: EncodingOptions,
): JsonObject[] {
  switch (turn.role) {
    case 'user':
      return getContent('user', encodeUserParts(turn.content));
    case 'tool':
      return [
        buildUserContent(encodeResults(before?.role === 'assistant' ? before.content : [], turn.results)),
      ];
    case 'assistant': {
      const content = getContent('model', encodeModelParts(turn.content, options));
      const lacksResults = after?.role === 'user' && hasCalls(turn);
      return lacksResults ? [...content, buildUserContent(encodeResults(turn.content, []))] : content;
    }
  }
}

/** The service refuses contents without parts. */
function getContent(role: 'user' | 'model', parts: JsonObject[]): JsonObject[] {
  return parts.length > 0 ? [{ role, parts }] : [];
}

const buildUserContent = (parts: JsonObject[]): JsonObject => ({ role: 'user', parts });

function hasCalls(turn: Turn | undefined): boolean {
  return turn?.role === 'assistant' && turn.content.some((part) => part.type === 'tool-call');
}

function encodeUserParts(content: readonly UserPart[]): JsonObject[] {
  const parts = content.filter((part) => part.type !== 'text' || part.text !== '');
  return parts.map((part) => (part.type === 'text' ? { text: part.text } : encodeInlineData(part)));
}

function encodeModelParts(content: AssistantMessage['content'], options: EncodingOptions): JsonObject[] {
  const parts = content.flatMap((part) => encodeModelPart(part));
  if (!options.requiresSignatures || parts.some((part) => 'thoughtSignature' in part)) return parts;
  const firstCall = parts.findIndex((part) => 'functionCall' in part);
  return parts.map((part, index) =>
    index === firstCall ? { ...part, thoughtSignature: DUMMY_SIGNATURE } : part,
  );
}

function encodeModelPart(part: AssistantPart): JsonObject[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'reasoning':
      return encodeReasoning(part);
    case 'tool-call':
      return [encodeCall(part)];
    case 'image':
      return [encodeInlineData(part)];
    case 'audio':
      if (part.source.kind !== 'bytes' && part.transcript) return [{ text: part.transcript }];
      return [encodeInlineData(part)];
  }
}

/** Thoughts without a signature of this format are left out: they may be another model's. */
function encodeReasoning({ text, signature }: Extract<AssistantPart, { type: 'reasoning' }>): JsonObject[] {
  if (signature?.origin !== FORMAT_ID) return [];
  return [{ text, ...(text === '' ? {} : { thought: true }), thoughtSignature: signature.value }];
}

function encodeCall(call: Extract<AssistantPart, { type: 'tool-call' }>): JsonObject {
  const encoded = encodeFunctionCall({ ...call, id: toSafeCallId(call.id) });
  if (encoded === undefined) {
    throw new GatewayError('invalid-value', `The arguments of the call "${call.id}" are not a JSON object.`, {
      param: 'messages',
    });
  }
  return call.signature?.origin === FORMAT_ID
    ? { ...encoded, thoughtSignature: call.signature.value }
    : encoded;
}

/**
 * Merges adjacent assistant messages, and adjacent results, into one turn each, because the service compares the
 * calls of a turn with the results of the next. System messages after the first turn become user text.
 */
function groupTurns(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role === 'assistant' && last?.role === 'assistant') {
      turns[turns.length - 1] = { role: 'assistant', content: [...last.content, ...message.content] };
    } else if (message.role === 'tool' && last?.role === 'tool') {
      turns[turns.length - 1] = { role: 'tool', results: [...last.results, ...message.results] };
    } else {
      turns.push(message.role === 'system' ? { role: 'user', content: message.content } : message);
    }
  }
  return turns;
}

/**
 * Encodes exactly one result per call, in the order of the calls. Media of the results follow as separate parts,
 * which every model accepts.
 */
function encodeResults(turn: readonly AssistantPart[], results: readonly ToolResult[]): JsonObject[] {
  const calls = turn.filter((part) => part.type === 'tool-call');
  const matched = matchResults(calls, results);
  return [
    ...calls.map((call, index) => encodeResult(call, matched[index])),
    ...results
      .flatMap(({ content }) => content)
      .flatMap((part) => (part.type === 'text' ? [] : [encodeInlineData(part)])),
  ];
}

/** Finds the result of each call: by its id, otherwise the next result whose id matches no call. */
function matchResults(
  calls: readonly ToolCall[],
  results: readonly ToolResult[],
): (ToolResult | undefined)[] {
  const ids = new Set(calls.map((call) => call.id));
  const withoutCall = results.filter((result) => !ids.has(result.callId));
  const matched = calls.map(
    (call) => results.find((result) => result.callId === call.id) ?? withoutCall.shift(),
  );
  const [unmatched] = withoutCall;
  if (unmatched === undefined) return matched;
  throw new GatewayError(
    'invalid-value',
    `The result "${unmatched.callId}" does not match a call of the previous message.`,
    {
      param: 'messages',
    },
  );
}

function encodeResult({ id, name }: ToolCall, result: ToolResult | undefined): JsonObject {
  const response = result ? encodeResponseObject(result) : { error: 'No result was provided.' };
  return { functionResponse: { id: toSafeCallId(id), name, response } };
}

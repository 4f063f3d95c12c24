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
import { encodeFunctionCall, encodeResponseObject, safeCallId } from './function-call.js';
import { encodeInlineData } from './media.js';
import { DUMMY_SIGNATURE, FORMAT_ID } from './thought-signature.js';

/** Stands for the user where a conversation begins with a call: the service refuses that. */
const OPENING = '.';

type Turn = UserMessage | AssistantMessage | ToolMessage;

interface EncodingOptions {
  /** Whether the model refuses calls of its past that carry no signature. */
  checksSignatures: boolean;
}

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

export function encodeContents(messages: readonly Message[], options: EncodingOptions): JsonObject[] {
  const turns = groupTurns(messages);
  const contents = turns.flatMap((turn, index) =>
    encodeTurn(turn, turns[index - 1], turns[index + 1], options),
  );
  return hasCalls(turns[0]) ? [userContent([{ text: OPENING }]), ...contents] : contents;
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
      return [userContent(encodeResults(before?.role === 'assistant' ? before.content : [], turn.results))];
    case 'assistant': {
      const content = getContent('model', encodeModelParts(turn.content, options));
      const isLeftOpen = after?.role === 'user' && hasCalls(turn);
      return isLeftOpen ? [...content, userContent(encodeResults(turn.content, []))] : content;
    }
  }
}

/** Contents without parts are refused. */
function getContent(role: 'user' | 'model', parts: JsonObject[]): JsonObject[] {
  return parts.length > 0 ? [{ role, parts }] : [];
}

const userContent = (parts: JsonObject[]): JsonObject => ({ role: 'user', parts });

function hasCalls(turn: Turn | undefined): boolean {
  return turn?.role === 'assistant' && turn.content.some((part) => part.type === 'tool-call');
}

function encodeUserParts(content: readonly UserPart[]): JsonObject[] {
  const parts = content.filter((part) => part.type !== 'text' || part.text !== '');
  return parts.map((part) => (part.type === 'text' ? { text: part.text } : encodeInlineData(part)));
}

function encodeModelParts(content: AssistantMessage['content'], options: EncodingOptions): JsonObject[] {
  const parts = content.flatMap((part) => encodeModelPart(part));
  if (!options.checksSignatures || parts.some((part) => 'thoughtSignature' in part)) return parts;
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

/** Thoughts that this kind of service has not signed are nothing to it; they may be another model's. */
function encodeReasoning({ text, signature }: Extract<AssistantPart, { type: 'reasoning' }>): JsonObject[] {
  if (signature?.origin !== FORMAT_ID) return [];
  return [{ text, ...(text === '' ? {} : { thought: true }), thoughtSignature: signature.value }];
}

function encodeCall(call: Extract<AssistantPart, { type: 'tool-call' }>): JsonObject {
  const encoded = encodeFunctionCall({ ...call, id: safeCallId(call.id) });
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
 * The turns of a conversation: all that the model said in a row is one, and so are all results that follow it,
 * because the service counts the calls of a turn and the results of the next. Late instructions are user text.
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
 * The answers to a turn's calls: as many as calls and in their order, whatever came. Media of the results follow
 * them as parts of their own, which every model takes.
 */
function encodeResults(turn: readonly AssistantPart[], results: readonly ToolResult[]): JsonObject[] {
  const calls = turn.filter((part) => part.type === 'tool-call');
  const answered = matchResults(calls, results);
  return [
    ...calls.map((call, index) => encodeResult(call, answered[index])),
    ...results
      .flatMap(({ content }) => content)
      .flatMap((part) => (part.type === 'text' ? [] : [encodeInlineData(part)])),
  ];
}

/** For each call its result: by the id, else the next that has no call of its own. */
function matchResults(
  calls: readonly ToolCall[],
  results: readonly ToolResult[],
): (ToolResult | undefined)[] {
  const ids = new Set(calls.map((call) => call.id));
  const strays = results.filter((result) => !ids.has(result.callId));
  const answered = calls.map((call) => results.find((result) => result.callId === call.id) ?? strays.shift());
  const [homeless] = strays;
  if (homeless === undefined) return answered;
  throw new GatewayError(
    'invalid-value',
    `The result "${homeless.callId}" answers no call of the turn before it.`,
    {
      param: 'messages',
    },
  );
}

function encodeResult({ id, name }: ToolCall, result: ToolResult | undefined): JsonObject {
  const response = result ? encodeResponseObject(result) : { error: 'No result was provided.' };
  return { functionResponse: { id: safeCallId(id), name, response } };
}

import { type AssistantPart, GatewayError, type JsonObject, type ToolResult } from '#canonical';
import { safeCallId } from './call-id.js';
import { encodeResponseObject } from './function-response.js';
import { encodeInlineData } from './media.js';

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

/**
 * The answers to a turn's calls: as many as calls and in their order, whatever came. Media of the results follow
 * them as parts of their own, which every model takes.
 */
export function encodeResults(turn: readonly AssistantPart[], results: readonly ToolResult[]): JsonObject[] {
  const calls = turn.filter((part) => part.type === 'tool-call');
  const answered = matchResults(calls, results);
  return [
    ...calls.map((call, index) => encodeResult(call, answered[index])),
    ...results
      .flatMap(({ content }) => content)
      .flatMap((part) => (part.type === 'text' ? [] : [encodeInlineData(part.source)])),
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

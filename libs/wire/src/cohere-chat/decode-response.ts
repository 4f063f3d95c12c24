import { type AssistantPart, type ChatResponse, GatewayError, type JsonObject } from '#canonical';
import { getRecord, getRecords, toText } from '../openai-dialect/json-members.js';
import { readCitations } from './citations.js';
import { decodeFinish } from './finish-reason.js';
import { readUsage } from './usage.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const message = getRecord(body['message']);
  if (message === undefined) {
    throw new GatewayError('upstream-bad-response', 'The provider returned a response without a message.');
  }
  const calls = getRecords(message['tool_calls']).map(decodeCall);
  const finish = decodeFinish(toText(body['finish_reason']), calls.length > 0, body['error']);
  const usage = readUsage(body['usage']);
  return {
    id: toText(body['id']),
    // The service reports neither the model nor the time.
    model: '',
    createdAtSeconds: 0,
    choices: [{ index: 0, content: [...decodeContent(message), ...calls], finish }],
    ...(usage === undefined ? {} : { usage }),
  };
}

/** The plan for tool calls is what other services show as reasoning. */
function decodeContent(message: Record<string, unknown>): AssistantPart[] {
  const plan = toText(message['tool_plan']);
  const content = getRecords(message['content']).flatMap((block, index) =>
    decodeBlock(block, getRecords(message['citations']).filter(matchesBlock(index))),
  );
  return plan === '' ? content : [...content, { type: 'reasoning', text: plan }];
}

function matchesBlock(index: number): (citation: Record<string, unknown>) => boolean {
  return ({ content_index: cited }) => cited === index || typeof cited !== 'number';
}

function decodeBlock(block: Record<string, unknown>, cited: readonly unknown[]): AssistantPart[] {
  const thinking = toText(block['thinking']);
  if (thinking !== '') return [{ type: 'reasoning', text: thinking }];
  const text = toText(block['text']);
  if (text === '') return [];
  const citations = readCitations(cited);
  return [{ type: 'text', text, ...(citations.length === 0 ? {} : { citations }) }];
}

function decodeCall(call: Record<string, unknown>): AssistantPart {
  const fn = getRecord(call['function']) ?? {};
  return {
    type: 'tool-call',
    id: toText(call['id']),
    name: toText(fn['name']),
    arguments: toText(fn['arguments']).trim() || '{}',
  };
}

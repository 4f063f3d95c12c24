import { type ChatResponse, GatewayError, type JsonObject } from '#canonical';
import { toNumber, getRecords, toText } from '../openai-dialect/json-reading.js';
import { readUsage } from '../openai-dialect/usage.js';
import { decodeFinish } from './finish-reason.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const choices = getRecords(body['choices']);
  if (choices.length === 0) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer without a choice.');
  }
  const usage = readUsage(body['usage']);
  return {
    id: toText(body['id']),
    model: toText(body['model']),
    createdAtSeconds: toNumber(body['created']) ?? 0,
    choices: choices.map((choice, position) => {
      const text = toText(choice['text']);
      return {
        index: toNumber(choice['index']) ?? position,
        content: text === '' ? [] : [{ type: 'text', text }],
        finish: decodeFinish(toText(choice['finish_reason'])),
      };
    }),
    ...(usage === undefined ? {} : { usage }),
  };
}

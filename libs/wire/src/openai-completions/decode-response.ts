import { type ChatResponse, GatewayError, type JsonObject } from '#canonical';
import { numberOf, recordsOf, textOf } from '../openai-dialect/json-reading.js';
import { readUsage } from '../openai-dialect/usage.js';
import { decodeFinish } from './finish-reason.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const choices = recordsOf(body['choices']);
  if (choices.length === 0) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an answer without a choice.');
  }
  const usage = readUsage(body['usage']);
  return {
    id: textOf(body['id']),
    model: textOf(body['model']),
    createdAtSeconds: numberOf(body['created']) ?? 0,
    choices: choices.map((choice, position) => {
      const text = textOf(choice['text']);
      return {
        index: numberOf(choice['index']) ?? position,
        content: text === '' ? [] : [{ type: 'text', text }],
        finish: decodeFinish(textOf(choice['finish_reason'])),
      };
    }),
    ...(usage === undefined ? {} : { usage }),
  };
}

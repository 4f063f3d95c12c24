import { type ChatRequest, type JsonObject } from '#canonical';
import { wrongType } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { fitUserId } from '../user-id.js';
import { definedMembers } from '../validation/json-values.js';

/** Longer identifiers are refused. */
export const MAX_USER_LENGTH = 64;

type Sampling = Pick<
  ChatRequest,
  | 'temperature'
  | 'topP'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'seed'
  | 'stopSequences'
  | 'choiceCount'
  | 'userId'
>;

/** The members that `decodeSampling` reads. */
export const SAMPLING_MEMBERS = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'stop',
  'n',
  'user',
] as const;

/** Sampling and stop parameters, which are the same in every endpoint of the dialect. */
export function decodeSampling(fields: RequestObject): Sampling {
  return {
    temperature: fields.number('temperature', { min: 0, max: 2 }),
    topP: fields.number('top_p', { min: 0, max: 1 }),
    presencePenalty: fields.number('presence_penalty', { min: -2, max: 2 }),
    frequencyPenalty: fields.number('frequency_penalty', { min: -2, max: 2 }),
    seed: fields.integer('seed'),
    stopSequences: decodeStop(fields),
    choiceCount: fields.integer('n', { min: 1, max: 128 }),
    userId: fields.string('user'),
  };
}

function decodeStop(fields: RequestObject): string[] | undefined {
  const stop = fields.value('stop');
  if (stop === undefined) return undefined;
  if (typeof stop === 'string') return [stop];
  if (!Array.isArray(stop)) throw wrongType('stop', 'a string or an array of strings');
  return fields.strings('stop');
}

/** The inverse of `decodeSampling`. */
export function encodeSampling(request: ChatRequest): JsonObject {
  return definedMembers({
    temperature: request.temperature,
    top_p: request.topP,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    seed: request.seed,
    stop: request.stopSequences,
    n: request.choiceCount,
    user: request.userId === undefined ? undefined : fitUserId(request.userId, MAX_USER_LENGTH),
  });
}

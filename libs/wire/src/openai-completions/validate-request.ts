import { type JsonDocument } from '#json-scan';
import { GENERATION_MEMBERS } from '../openai-dialect/generation-members.js';
import { type StreamableRequest } from '../openai-dialect/validate-members.js';
import { CheckedMembers } from '../validation/checked-members.js';
import {
  BOOLEAN,
  MAX_COUNT,
  type ReadMember,
  TEXT,
  integer,
  optional,
  required,
  typeRule,
} from '../validation/member-rules.js';

/** A prompt may be long. A text is always valid, so an empty one takes its place. */
const readPrompt: ReadMember = (document, entry) =>
  document.kindAt(entry) === 'string' ? '' : document.valueAt(entry);

export const COMPLETION_MEMBERS = new CheckedMembers<StreamableRequest>({
  prompt: required([typeRule('must be a string, or an array of strings or tokens', isPrompt)], readPrompt),
  max_tokens: optional(integer(0, MAX_COUNT)),
  best_of: optional(integer(0, 20)),
  logprobs: optional(integer(0)),
  echo: BOOLEAN,
  suffix: TEXT,
  ...GENERATION_MEMBERS,
});

export function validateCompletionRequest(document: JsonDocument): StreamableRequest {
  return COMPLETION_MEMBERS.read(document);
}

/** A text, several texts, the tokens of one text, or the tokens of several. */
function isPrompt(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!Array.isArray(value) || value.length === 0) return false;
  return (
    value.every((element) => typeof element === 'string') ||
    isTokens(value) ||
    value.every((element) => Array.isArray(element) && isTokens(element))
  );
}

function isTokens(value: readonly unknown[]): boolean {
  return value.every((element) => Number.isInteger(element));
}

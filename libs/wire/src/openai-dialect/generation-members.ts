import { type MemberTable } from '../validation/checked-members.js';
import {
  BOOLEAN,
  MAX_COUNT,
  MODEL,
  NUMBER,
  OBJECT,
  integer,
  number,
  optional,
  typeRule,
} from '../validation/member-rules.js';

const MAX_STOP_SEQUENCES = 16;

const isStop = typeRule(
  `must be a string or an array of at most ${MAX_STOP_SEQUENCES} strings`,
  (value) =>
    typeof value === 'string' ||
    (Array.isArray(value) &&
      value.length <= MAX_STOP_SEQUENCES &&
      value.every((item) => typeof item === 'string')),
);

/** The members that all text generation endpoints of this dialect have, with the same bounds. */
export const GENERATION_MEMBERS = {
  model: MODEL,
  stream: BOOLEAN,
  stream_options: OBJECT,
  temperature: number(0, 2),
  top_p: number(0, 1),
  presence_penalty: number(-2, 2),
  frequency_penalty: number(-2, 2),
  n: optional(integer(1, 128)),
  stop: optional([isStop]),
  seed: NUMBER,
} satisfies MemberTable;

/** The output limits of chat. They are validated early, because their cost is reserved in advance. */
export const CHAT_LIMITS = {
  max_tokens: optional(integer(1, MAX_COUNT)),
  max_completion_tokens: optional(integer(1, MAX_COUNT)),
} satisfies MemberTable;

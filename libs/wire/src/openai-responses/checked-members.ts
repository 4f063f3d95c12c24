import { type StreamableRequest } from '../openai-dialect/validate-members.js';
import { CheckedMembers, type MemberTable } from '../validation/checked-members.js';
import {
  BOOLEAN,
  MAX_COUNT,
  MODEL,
  OBJECT,
  TEXT,
  arrayUpTo,
  integer,
  number,
  optional,
} from '../validation/member-rules.js';

/** The input is not parsed. */
export const RESPONSES_RULES = {
  model: MODEL,
  stream: BOOLEAN,
  stream_options: OBJECT,
  store: BOOLEAN,
  background: BOOLEAN,
  previous_response_id: TEXT,
  max_output_tokens: optional(integer(1, MAX_COUNT)),
  temperature: number(0, 2),
  top_p: number(0, 1),
  top_logprobs: optional(integer(0, 20)),
  parallel_tool_calls: BOOLEAN,
  tools: arrayUpTo(1024),
} satisfies MemberTable;

export const RESPONSES_MEMBERS = new CheckedMembers<StreamableRequest>(RESPONSES_RULES);

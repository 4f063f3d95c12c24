import { type RealtimeDialect } from '../connection.js';
import {
  type Check,
  type MemberChecks,
  base64,
  getKind,
  list,
  name,
  nullable,
  object,
  text,
  truth,
  word,
} from './check.js';

const STATUS = { status: word('completed', 'incomplete', 'in_progress') };
const OPTIONAL = { id: name, ...STATUS };

/** Servers show what was said without its bytes, and no transcript until it is known; clients may send that back. */
const inputAudio = object({}, { audio: base64, transcript: nullable(text) });
const inputText = object({ text });
const userContent = list(
  getKind('type', {
    input_text: inputText,
    input_audio: inputAudio,
    input_image: object({ image_url: name }, { detail: word('auto', 'low', 'high') }),
  }),
);
const systemContent = list(getKind('type', { input_text: inputText }));

const writtenAnswer = object({ text });
const spokenAnswer = object({}, { audio: base64, transcript: text });
const ASSISTANT_CONTENT: Readonly<Record<RealtimeDialect, Check>> = {
  ga: list(getKind('type', { output_text: writtenAnswer, output_audio: spokenAnswer })),
  beta: list(getKind('type', { text: writtenAnswer, audio: spokenAnswer })),
};

const itemKinds = (dialect: RealtimeDialect): MemberChecks => ({
  message: getKind('role', {
    user: object({ content: userContent }, OPTIONAL),
    assistant: object({ content: ASSISTANT_CONTENT[dialect] }, OPTIONAL),
    system: object({ content: systemContent }, OPTIONAL),
  }),
  function_call: object({ name, arguments: text }, { call_id: name, ...OPTIONAL }),
  function_call_output: object({ call_id: name, output: text }, OPTIONAL),
  mcp_approval_response: object({ approval_request_id: name, approve: truth }),
  mcp_approval_request: object({ server_label: name, name, arguments: text }),
  mcp_list_tools: object({ server_label: name, tools: list(object({ name })) }),
  mcp_call: object({ server_label: name, name, arguments: text }),
});

const itemCheck = (dialect: RealtimeDialect): Check => getKind('type', itemKinds(dialect));
/** What a single response is to be about may also be said by pointing at the conversation. */
const inputCheck = (dialect: RealtimeDialect): Check =>
  list(getKind('type', { ...itemKinds(dialect), item_reference: object({ id: name }) }));

export const ITEM_CHECKS: Readonly<Record<RealtimeDialect, Check>> = {
  ga: itemCheck('ga'),
  beta: itemCheck('beta'),
};
export const INPUT_CHECKS: Readonly<Record<RealtimeDialect, Check>> = {
  ga: inputCheck('ga'),
  beta: inputCheck('beta'),
};

import { type RealtimeDialect } from '../connection.js';
import {
  type Check,
  type MemberChecks,
  base64,
  taggedUnion,
  list,
  name,
  nullable,
  object,
  text,
  boolean,
  oneOf,
} from './check.js';

const STATUS = { status: oneOf('completed', 'incomplete', 'in_progress') };
const OPTIONAL = { id: name, ...STATUS };

/**
 * Servers return audio without its bytes, and without a transcript until it is available. Clients may send that back.
 */
const inputAudio = object({}, { audio: base64, transcript: nullable(text) });
const inputText = object({ text });
const userContent = list(
  taggedUnion('type', {
    input_text: inputText,
    input_audio: inputAudio,
    input_image: object({ image_url: name }, { detail: oneOf('auto', 'low', 'high') }),
  }),
);
const systemContent = list(taggedUnion('type', { input_text: inputText }));

const textContent = object({ text });
const audioContent = object({}, { audio: base64, transcript: text });
const ASSISTANT_CONTENT: Readonly<Record<RealtimeDialect, Check>> = {
  ga: list(taggedUnion('type', { output_text: textContent, output_audio: audioContent })),
  beta: list(taggedUnion('type', { text: textContent, audio: audioContent })),
};

const buildItemChecks = (dialect: RealtimeDialect): MemberChecks => ({
  message: taggedUnion('role', {
    user: object({ content: userContent }, OPTIONAL),
    assistant: object({ content: ASSISTANT_CONTENT[dialect] }, OPTIONAL),
    system: object({ content: systemContent }, OPTIONAL),
  }),
  function_call: object({ name, arguments: text }, { call_id: name, ...OPTIONAL }),
  function_call_output: object({ call_id: name, output: text }, OPTIONAL),
  mcp_approval_response: object({ approval_request_id: name, approve: boolean }),
  mcp_approval_request: object({ server_label: name, name, arguments: text }),
  mcp_list_tools: object({ server_label: name, tools: list(object({ name })) }),
  mcp_call: object({ server_label: name, name, arguments: text }),
});

const buildItemCheck = (dialect: RealtimeDialect): Check => taggedUnion('type', buildItemChecks(dialect));
/** The input of a single response may also refer to items of the conversation. */
const buildInputCheck = (dialect: RealtimeDialect): Check =>
  list(taggedUnion('type', { ...buildItemChecks(dialect), item_reference: object({ id: name }) }));

export const ITEM_CHECKS: Readonly<Record<RealtimeDialect, Check>> = {
  ga: buildItemCheck('ga'),
  beta: buildItemCheck('beta'),
};
export const INPUT_CHECKS: Readonly<Record<RealtimeDialect, Check>> = {
  ga: buildInputCheck('ga'),
  beta: buildInputCheck('beta'),
};

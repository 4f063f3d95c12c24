import type { Account } from '../account.js';
import { asText, isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused, type Path } from '../refused.js';
import { checkList, checkObject, checkOneOf, checkString, invalid, missing } from '../value-checks.js';
import { checkMessage, checkParts } from './content-checks.js';
import { isGenuine } from './encrypted-content.js';
import { findStoredItem } from './history.js';

const FIELDS_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  message: ['type', 'id', 'role', 'content', 'status', 'phase'],
  function_call: ['type', 'id', 'call_id', 'name', 'arguments', 'status', 'namespace', 'caller', 'async'],
  function_call_output: ['type', 'id', 'call_id', 'output', 'status'],
  custom_tool_call: ['type', 'id', 'call_id', 'name', 'input', 'status', 'namespace'],
  custom_tool_call_output: ['type', 'id', 'call_id', 'output', 'status'],
  reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'],
  additional_tools: ['type', 'id', 'role', 'tools'],
  item_reference: ['type', 'id'],
};

const ID_PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  function_call: 'fc',
  reasoning: 'rs',
};

const MAX_CALL_ID = 64;

/** A field that OpenAI's own agent adds to every item. */
const OWN_CLIENT_FIELD = 'internal_chat_message_metadata_passthrough';

export function checkItem(item: unknown, path: Path, account: Account): void {
  checkObject(item, path);
  const type = asText(item.type ?? (item.role === undefined ? 'item_reference' : 'message'));
  checkOneOf(type, [...path, 'type'], Object.keys(FIELDS_BY_TYPE));
  checkKnownFields(item, [...(FIELDS_BY_TYPE[type] ?? []), OWN_CLIENT_FIELD], path);
  checkId(item.id, ID_PREFIXES[type], [...path, 'id']);
  if (type === 'message') checkMessage(item, path);
  if (type === 'function_call') checkCall(item, 'arguments', path);
  if (type === 'custom_tool_call') checkCall(item, 'input', path);
  if (type === 'function_call_output' || type === 'custom_tool_call_output') checkOutput(item, path);
  if (type === 'reasoning') checkReasoning(item, path, account);
  if (type === 'item_reference') checkStored(item, path, account);
}

function checkId(id: unknown, prefix: string | undefined, path: Path): void {
  if (isAbsent(id)) return;
  checkString(id, path);
  if (prefix && !id.startsWith(prefix)) {
    throw invalid(path, `'${id}'. Expected an ID that begins with '${prefix}'.`);
  }
}

function checkCall(item: Fields, content: string, path: Path): void {
  checkCallId(item.call_id, [...path, 'call_id']);
  checkString(item.name, [...path, 'name']);
  checkString(item[content], [...path, content]);
}

function checkOutput({ call_id: callId, output }: Fields, path: Path): void {
  checkCallId(callId, [...path, 'call_id']);
  if (typeof output === 'string') return;
  checkParts(output, [...path, 'output'], ['input_text', 'input_image', 'input_file']);
}

function checkCallId(callId: unknown, path: Path): void {
  checkString(callId, path);
  if (callId.length > MAX_CALL_ID) {
    const message = `string too long. Expected a string with maximum length ${MAX_CALL_ID}.`;
    throw new Refused(message, { path, code: 'string_above_max_length' });
  }
}

/** Reasoning is sent back encrypted, or the service has stored it. */
function checkReasoning(item: Fields, path: Path, account: Account): void {
  checkList(item.summary, [...path, 'summary']);
  const sealed = item.encrypted_content;
  if (isAbsent(sealed)) return checkStored(item, path, account);
  checkString(sealed, [...path, 'encrypted_content']);
  if (isGenuine(sealed, account)) return;
  throw new Refused('The encrypted content could not be verified.', {
    path: [...path, 'encrypted_content'],
    code: 'invalid_encrypted_content',
  });
}

function checkStored({ id }: Fields, path: Path, account: Account): void {
  if (isAbsent(id)) throw missing([...path, 'id']);
  if (findStoredItem(id, account)) return;
  const message = `Item with id '${asText(id)}' not found. Items are not persisted when \`store\` is set to false.`;
  throw new Refused(message, { status: 404, path: [...path, 'id'] });
}

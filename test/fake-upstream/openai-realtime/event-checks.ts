import { isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import {
  checkObject,
  checkOneOf,
  checkOptionalInteger,
  checkOptionalString,
  checkString,
  invalid,
  missing,
} from '../value-checks.js';
import type { Dialect } from './dialect.js';
import { checkBase64, checkInput, checkItem } from './item-checks.js';
import { checkAudioOutput, checkBetaOutput, checkModalities, SESSION_CHECKS } from './session-checks.js';
import type { Session } from './session.js';
import { checkMaxOutputTokens, checkToolChoice, checkTools } from './setting-checks.js';

const FIELDS_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  'session.update': ['session'],
  'input_audio_buffer.append': ['audio'],
  'input_audio_buffer.commit': [],
  'input_audio_buffer.clear': [],
  'conversation.item.create': ['item', 'previous_item_id'],
  'conversation.item.retrieve': ['item_id'],
  'conversation.item.truncate': ['item_id', 'content_index', 'audio_end_ms'],
  'conversation.item.delete': ['item_id'],
  'response.create': ['response'],
  'response.cancel': ['response_id'],
  'output_audio_buffer.clear': [],
};
const BETA_TRANSCRIPTION_UPDATE = 'transcription_session.update';

const RESPONSE_FIELDS = ['conversation', 'input', 'instructions', 'metadata', 'tools', 'tool_choice'];
const GA_RESPONSE_FIELDS = [
  ...RESPONSE_FIELDS,
  'audio',
  'output_modalities',
  'max_output_tokens',
  'parallel_tool_calls',
  'prompt',
  'reasoning',
];
const BETA_RESPONSE_FIELDS = [
  ...RESPONSE_FIELDS,
  'modalities',
  'voice',
  'output_audio_format',
  'max_response_output_tokens',
  'temperature',
];
const RESPONSE_PATH = ['response'];
const MAX_EVENT_ID_CHARACTERS = 512;

/** Throws a `Refused` if the real service would reject the event in any conversation. */
export function checkClientEvent(event: Fields, dialect: Dialect, session: Session): void {
  const { type } = event;
  checkString(type, ['type']);
  checkOneOf(type, ['type'], getTypes(dialect));
  checkEventId(event.event_id);
  checkKnownFields(event, ['type', 'event_id', ...(FIELDS_BY_TYPE[type] ?? ['session'])]);
  switch (type) {
    case 'session.update':
    case BETA_TRANSCRIPTION_UPDATE:
      return checkSessionUpdate(event, dialect, session);
    case 'input_audio_buffer.append':
      return checkBase64(event.audio, ['audio']);
    case 'conversation.item.create':
      checkOptionalString(event.previous_item_id, ['previous_item_id']);
      return checkItem(event.item, ['item'], dialect);
    case 'conversation.item.retrieve':
    case 'conversation.item.delete':
      return checkString(event.item_id, ['item_id']);
    case 'conversation.item.truncate':
      return checkTruncation(event);
    case 'response.create':
      return checkResponse(event.response, dialect);
    case 'response.cancel':
      return checkOptionalString(event.response_id, ['response_id']);
    case 'output_audio_buffer.clear':
      throw invalid(['type'], `'${type}' is only supported over WebRTC and SIP.`);
  }
}

function getTypes(dialect: Dialect): string[] {
  const types = Object.keys(FIELDS_BY_TYPE);
  return dialect === 'beta' ? [...types, BETA_TRANSCRIPTION_UPDATE] : types;
}

function checkEventId(eventId: unknown): void {
  checkOptionalString(eventId, ['event_id']);
  if (typeof eventId === 'string' && eventId.length > MAX_EVENT_ID_CHARACTERS) {
    throw invalid(['event_id'], `expected at most ${MAX_EVENT_ID_CHARACTERS} characters.`);
  }
}

function checkSessionUpdate({ type, session: update }: Fields, dialect: Dialect, session: Session): void {
  checkObject(update, ['session']);
  const isForListening = type === BETA_TRANSCRIPTION_UPDATE;
  if (dialect === 'beta' && isForListening !== (session.type === 'transcription')) {
    throw invalid(['type'], `'${String(type)}' does not go with a session of type '${session.type}'.`);
  }
  SESSION_CHECKS[dialect](update, session);
}

function checkTruncation(event: Fields): void {
  checkString(event.item_id, ['item_id']);
  for (const name of ['content_index', 'audio_end_ms']) {
    if (isAbsent(event[name])) throw missing([name]);
    checkOptionalInteger(event[name], [name], 0);
  }
}

function checkResponse(response: unknown, dialect: Dialect): void {
  if (isAbsent(response)) return;
  checkObject(response, RESPONSE_PATH);
  checkKnownFields(response, dialect === 'ga' ? GA_RESPONSE_FIELDS : BETA_RESPONSE_FIELDS, RESPONSE_PATH);
  checkOptionalString(response.instructions, [...RESPONSE_PATH, 'instructions']);
  checkOptionalString(response.conversation, [...RESPONSE_PATH, 'conversation']);
  checkTools(response.tools, [...RESPONSE_PATH, 'tools']);
  checkToolChoice(response.tool_choice, [...RESPONSE_PATH, 'tool_choice']);
  checkInput(response.input, [...RESPONSE_PATH, 'input'], dialect);
  if (dialect === 'ga') checkGaResponse(response);
  else checkBetaResponse(response);
}

function checkGaResponse(response: Fields): void {
  checkModalities(response.output_modalities, [...RESPONSE_PATH, 'output_modalities']);
  checkMaxOutputTokens(response.max_output_tokens, [...RESPONSE_PATH, 'max_output_tokens']);
  if (response.audio === undefined) return;
  const path = [...RESPONSE_PATH, 'audio'];
  checkObject(response.audio, path);
  checkKnownFields(response.audio, ['output'], path);
  if (response.audio.output !== undefined) checkAudioOutput(response.audio.output, [...path, 'output']);
}

function checkBetaResponse(response: Fields): void {
  const limitPath = [...RESPONSE_PATH, 'max_response_output_tokens'];
  checkMaxOutputTokens(response.max_response_output_tokens, limitPath);
  checkBetaOutput(response, RESPONSE_PATH);
}

import { wrongValue } from '../../validation/faults.js';
import { type RealtimeDialect } from '../connection.js';
import {
  type Check,
  type MemberChecks,
  base64,
  integer,
  name,
  nullable,
  object,
  text,
  boolean,
} from './check.js';
import { INPUT_CHECKS, ITEM_CHECKS } from './item.js';
import {
  SESSION_CHECKS,
  audioFormat,
  betaAudioFormat,
  betaModalities,
  betaTemperature,
  betaTranscriptionSession,
  outputModalities,
} from './session.js';
import { maxOutputTokens, metadata, prompt, reasoning, toolChoice, tools, voice } from './settings.js';

const MAX_EVENT_ID_LENGTH = 512;

const eventId: Check = (value, path) => {
  text(value, path);
  if ((value as string).length > MAX_EVENT_ID_LENGTH) {
    throw wrongValue(path, `must have at most ${MAX_EVENT_ID_LENGTH} characters`);
  }
};

const buildEventCheck = (required: MemberChecks = {}, optional: MemberChecks = {}): Check =>
  object(required, { event_id: eventId, ...optional });

const RESPONSE_MEMBERS: MemberChecks = {
  conversation: name,
  instructions: text,
  max_output_tokens: maxOutputTokens,
  metadata,
  tools,
  tool_choice: toolChoice,
};
const RESPONSE_CHECKS: Readonly<Record<RealtimeDialect, Check>> = {
  ga: object(
    {},
    {
      ...RESPONSE_MEMBERS,
      input: INPUT_CHECKS.ga,
      output_modalities: outputModalities,
      audio: object({}, { output: object({}, { format: audioFormat, voice }) }),
      parallel_tool_calls: boolean,
      prompt,
      reasoning,
    },
  ),
  beta: object(
    {},
    {
      ...RESPONSE_MEMBERS,
      input: INPUT_CHECKS.beta,
      modalities: betaModalities,
      output_audio_format: betaAudioFormat,
      voice,
      max_response_output_tokens: maxOutputTokens,
      temperature: betaTemperature,
    },
  ),
};

const buildEventChecks = (dialect: RealtimeDialect) => ({
  'session.update': buildEventCheck({ session: SESSION_CHECKS[dialect] }),
  'input_audio_buffer.append': buildEventCheck({ audio: base64 }),
  'input_audio_buffer.commit': buildEventCheck(),
  'input_audio_buffer.clear': buildEventCheck(),
  'conversation.item.create': buildEventCheck(
    { item: ITEM_CHECKS[dialect] },
    { previous_item_id: nullable(name) },
  ),
  'conversation.item.retrieve': buildEventCheck({ item_id: name }),
  'conversation.item.truncate': buildEventCheck({
    item_id: name,
    content_index: integer(0),
    audio_end_ms: integer(0),
  }),
  'conversation.item.delete': buildEventCheck({ item_id: name }),
  'response.create': buildEventCheck({}, { response: nullable(RESPONSE_CHECKS[dialect]) }),
  'response.cancel': buildEventCheck({}, { response_id: name }),
  'output_audio_buffer.clear': buildEventCheck(),
});

/** By the type of the client event. */
export const CLIENT_EVENT_CHECKS: Readonly<Record<RealtimeDialect, Readonly<Record<string, Check>>>> = {
  ga: buildEventChecks('ga'),
  beta: {
    ...buildEventChecks('beta'),
    'transcription_session.update': buildEventCheck({ session: betaTranscriptionSession }),
  },
};

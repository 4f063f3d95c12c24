import { asList, isAbsent, type Fields } from '../fields.js';
import { Refused } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOptionalBoolean,
  checkOptionalInteger,
  checkOptionalNumber,
  checkOptionalOneOf,
  checkString,
  missing,
} from '../value-checks.js';
import { checkText } from './block-checks.js';
import { checkKnownFields } from './known-fields.js';
import type { Version } from './version.js';

const COUNT_FIELDS =
  'messages model cache_control output_config speed system thinking tool_choice tools'.split(' ');

const SAMPLING_FIELDS = ['temperature', 'top_p', 'top_k'];

const MESSAGES_FIELDS = [
  ...COUNT_FIELDS,
  ...SAMPLING_FIELDS,
  ...'max_tokens container diagnostics inference_geo metadata service_tier stop_sequences stream'.split(' '),
  // In beta.
  'context_management',
  'thread',
];

/** Independent fields of both routes. */
export function checkSharedFields(fields: Fields): void {
  checkString(fields.model, ['model']);
  if (fields.model === '') throw new Refused('String should have at least 1 character', { path: ['model'] });
  checkList(fields.messages, ['messages']);
  if (fields.messages.length === 0) {
    throw new Refused('at least one message is required', { path: ['messages'] });
  }
  checkSystem(fields.system);
  checkOutputConfig(fields.output_config);
}

export function checkCountFields(fields: Fields): void {
  checkKnownFields(fields, COUNT_FIELDS);
}

/** Fields of a request for a message. */
export function checkMessageFields(fields: Fields, version: Version): void {
  checkKnownFields(fields, MESSAGES_FIELDS);
  if (isAbsent(fields.max_tokens)) throw missing(['max_tokens']);
  checkOptionalInteger(fields.max_tokens, ['max_tokens'], 0);
  checkOptionalBoolean(fields.stream, ['stream']);
  checkOptionalOneOf(fields.service_tier, ['service_tier'], ['auto', 'standard_only']);
  checkSampling(fields, version);
  checkStops(fields.stop_sequences);
  if (isAbsent(fields.metadata)) return;
  checkObject(fields.metadata, ['metadata']);
  checkKnownFields(fields.metadata, ['user_id'], ['metadata']);
}

function checkSampling(fields: Fields, version: Version): void {
  const present = SAMPLING_FIELDS.find((name) => fields[name] !== undefined);
  if (version === '2026-10-21' && present) {
    throw new Refused('This field is not supported in this API version', { path: [present] });
  }
  checkOptionalNumber(fields.temperature, ['temperature'], 0, 1);
  checkOptionalNumber(fields.top_p, ['top_p'], 0, 1);
  checkOptionalInteger(fields.top_k, ['top_k'], 0);
}

function checkStops(stops: unknown): void {
  if (isAbsent(stops)) return;
  checkList(stops, ['stop_sequences']);
  for (const [index, stop] of stops.entries()) {
    checkString(stop, ['stop_sequences', index]);
    if (stop.trim() === '') {
      throw new Refused('each stop sequence must contain non-whitespace', { path: ['stop_sequences'] });
    }
  }
}

function checkSystem(system: unknown): void {
  if (isAbsent(system) || typeof system === 'string') return;
  checkList(system, ['system']);
  for (const [index, block] of asList(system).entries()) {
    checkObject(block, ['system', index]);
    checkOptionalOneOf(block.type, ['system', index, 'type'], ['text']);
    checkText(block, ['system', index]);
  }
}

function checkOutputConfig(config: unknown): void {
  if (isAbsent(config)) return;
  checkObject(config, ['output_config']);
  checkKnownFields(config, ['effort', 'format'], ['output_config']);
  const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];
  checkOptionalOneOf(config.effort, ['output_config', 'effort'], efforts);
  if (isAbsent(config.format)) return;
  const path = ['output_config', 'format'];
  checkObject(config.format, path);
  checkKnownFields(config.format, ['type', 'schema'], path);
  checkOptionalOneOf(config.format.type, [...path, 'type'], ['json_schema']);
  checkObject(config.format.schema, [...path, 'schema']);
}

import { asList, isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused } from '../refused.js';
import {
  checkOneOf,
  checkOptionalBoolean,
  checkOptionalNumber,
  checkString,
  invalid,
  missing,
} from '../value-checks.js';
import { getCapabilities, type Capabilities } from './capabilities.js';

const KNOWN_FIELDS = (
  'model language languages[] prompt keywords[] response_format temperature timestamp_granularities[] include[] ' +
  'stream chunking_strategy chunking_strategy[type] chunking_strategy[prefix_padding_ms] ' +
  'chunking_strategy[silence_duration_ms] chunking_strategy[threshold] known_speaker_names[] ' +
  'known_speaker_references[]'
).split(' ');

const TRANSLATION_FIELDS = ['model', 'prompt', 'response_format', 'temperature'];

export function checkTranscriptionFields(fields: Fields): void {
  checkKnownFields(fields, KNOWN_FIELDS);
  const capabilities = checkCommonFields(fields);
  checkOptionalBoolean(fields.stream, ['stream']);
  for (const granularity of asList(fields['timestamp_granularities[]'])) {
    checkOneOf(granularity, ['timestamp_granularities'], ['word', 'segment']);
  }
  for (const extra of asList(fields['include[]'])) checkOneOf(extra, ['include'], ['logprobs']);
  checkSupport(fields, capabilities);
}

export function checkTranslationFields(fields: Fields): void {
  checkKnownFields(fields, TRANSLATION_FIELDS);
  if (!checkCommonFields(fields).hasTimestamps) throw invalid(['model'], 'this model does not translate.');
}

function checkCommonFields(fields: Fields): Capabilities {
  checkString(fields.model, ['model']);
  if (fields.model === '') throw missing(['model']);
  const capabilities = getCapabilities(fields.model);
  checkOptionalNumber(fields.temperature, ['temperature'], 0, 1);
  checkFormat(fields.response_format, capabilities);
  return capabilities;
}

function checkFormat(format: unknown, { formats }: Capabilities): void {
  if (isAbsent(format) || formats.some((supported) => supported === format)) return;
  const message = `this model supports ${formats.join(', ')}.`;
  throw new Refused(message, { path: ['response_format'], code: 'unsupported_value' });
}

/** Rejects options that the model does not support. */
function checkSupport(fields: Fields, { hasLogprobs, hasTimestamps, tellsSpeakers }: Capabilities): void {
  const refuse = (name: string, isUnsupported: boolean): void => {
    if (!isUnsupported || isAbsent(fields[name])) return;
    const path = [name.replace('[]', '')];
    throw new Refused('not supported by this model or format.', { path, code: 'unsupported_parameter' });
  };
  const format = fields.response_format ?? 'json';
  refuse('include[]', !hasLogprobs || format !== 'json');
  refuse('timestamp_granularities[]', !hasTimestamps || format !== 'verbose_json');
  refuse('prompt', tellsSpeakers);
  refuse('known_speaker_names[]', !tellsSpeakers);
  refuse('known_speaker_references[]', !tellsSpeakers);
}

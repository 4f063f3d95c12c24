import { type ChatRequest, type JsonObject, type OutputFormat } from '#canonical';
import { decodeSchema } from './schema.js';
import { notSupported, wrongValue } from '../validation/faults.js';
import { type ProtoObject } from './proto-object.js';
import { decodeThinking } from './thinking.js';

type Settings = Partial<
  Pick<
    ChatRequest,
    | 'maxOutputTokens'
    | 'temperature'
    | 'topP'
    | 'topK'
    | 'presencePenalty'
    | 'frequencyPenalty'
    | 'seed'
    | 'stopSequences'
    | 'choiceCount'
    | 'logprobs'
    | 'reasoning'
    | 'outputFormat'
  >
>;

const MAX_COUNT = 2 ** 31 - 1;

/** Fields with a canonical equivalent. `mediaResolution` becomes the detail of the images. */
const TRANSLATED_FIELDS = new Set([
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  '_responseJsonSchema',
  'responseFormat',
  'responseLogprobs',
  'logprobs',
  'responseModalities',
  'thinkingConfig',
  'mediaResolution',
]);

export function decodeGenerationConfig(config: ProtoObject): Settings {
  refuseOtherModalities(config);
  const settings: Settings = {
    temperature: config.number('temperature', { min: 0, max: 2 }),
    topP: config.number('topP', { min: 0, max: 1 }),
    topK: config.integer('topK', { min: 1, max: MAX_COUNT }),
    choiceCount: config.integer('candidateCount', { min: 1, max: 128 }),
    maxOutputTokens: config.integer('maxOutputTokens', { min: 1, max: MAX_COUNT }),
    stopSequences: config.strings('stopSequences'),
    presencePenalty: config.number('presencePenalty', { min: -2, max: 2 }),
    frequencyPenalty: config.number('frequencyPenalty', { min: -2, max: 2 }),
    seed: config.integer('seed'),
    logprobs: decodeLogprobs(config),
    reasoning: decodeThinking(config.object('thinkingConfig')),
    outputFormat: decodeOutputFormat(config),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** The settings without a canonical equivalent, by path. */
export function collectUnknownSettings(config: ProtoObject): JsonObject {
  const unknown: JsonObject = {};
  for (const field of config.fields) {
    const value = config.value(field);
    if (!TRANSLATED_FIELDS.has(field) && value !== undefined) unknown[config.getPath(field)] = value;
  }
  return unknown;
}

function refuseOtherModalities(config: ProtoObject): void {
  const modalities = config.strings('responseModalities') ?? [];
  const other = modalities.findIndex((modality) => !/^(text|modality_unspecified)$/i.test(modality));
  if (other === -1) return;
  throw notSupported(
    `${config.getPath('responseModalities')}[${other}]`,
    'the selected model supports text output only',
  );
}

function decodeLogprobs(config: ProtoObject): number | undefined {
  const isRequested = config.boolean('responseLogprobs') === true;
  const alternatives = config.integer('logprobs', { min: 0, max: 20 });
  return isRequested ? (alternatives ?? 0) : undefined;
}

function decodeOutputFormat(config: ProtoObject): OutputFormat | undefined {
  if (config.has('responseFormat')) {
    throw notSupported(
      config.getPath('responseFormat'),
      'use "responseMimeType" and "responseJsonSchema" instead',
    );
  }
  const mimeType = config.string('responseMimeType')?.toLowerCase();
  const schema = decodeResponseSchema(config);
  if (mimeType === undefined || mimeType === 'application/json') {
    if (schema) return { type: 'json-schema', schema };
    return mimeType === undefined ? undefined : { type: 'json' };
  }
  if (mimeType !== 'text/plain') {
    throw notSupported(config.getPath('responseMimeType'), 'use "text/plain" or "application/json"');
  }
  if (schema)
    throw wrongValue(config.getPath('responseMimeType'), 'must be "application/json" when a schema is set');
  return undefined;
}

function decodeResponseSchema(config: ProtoObject): JsonObject | undefined {
  const schema = config.object('responseSchema');
  if (schema) return decodeSchema(schema);
  return config.plainObject('responseJsonSchema') ?? config.plainObject('_responseJsonSchema');
}

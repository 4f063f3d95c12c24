import { wrongType, wrongValue } from '../../validation/faults.js';
import { getRecord } from '../../openai-dialect/json-members.js';
import {
  type Check,
  integer,
  taggedUnion,
  list,
  name,
  nullable,
  number,
  object,
  text,
  boolean,
  oneOf,
  oneOfOr,
} from './check.js';

/* Settings with the same values in both dialects, independent of their position. */

const MAX_OUTPUT_TOKENS = 4096;
const TOOL_CHOICES = ['none', 'auto', 'required'];

export const maxOutputTokens: Check = (value, path) => {
  const isLimit = value === 'inf' || (typeof value === 'number' && Number.isInteger(value));
  if (!isLimit) throw wrongType(path, `an integer from 1 to ${MAX_OUTPUT_TOKENS}, or "inf"`);
  if (value !== 'inf' && (value < 1 || value > MAX_OUTPUT_TOKENS)) {
    throw wrongValue(path, `must be an integer from 1 to ${MAX_OUTPUT_TOKENS}, or "inf"`);
  }
};

export const speed = number(0.25, 1.5);

/** The name of a voice, or the id of a custom voice. */
export const voice: Check = (value, path) =>
  typeof value === 'string' ? name(value, path) : object({ id: name })(value, path);

export const tools = list(
  taggedUnion('type', {
    function: object({ name }, { description: text, parameters: object({}) }),
    mcp: object({ server_label: name }),
  }),
);

export const toolChoice = oneOfOr(
  TOOL_CHOICES,
  taggedUnion('type', {
    function: object({ name }),
    mcp: object({ server_label: name }, { name: nullable(text) }),
  }),
);

const responseOptions = { create_response: boolean, interrupt_response: boolean };
const serverVad = object(
  {},
  {
    threshold: number(0, 1),
    prefix_padding_ms: integer(0),
    silence_duration_ms: integer(0),
    idle_timeout_ms: nullable(integer(5_000, 30_000)),
    ...responseOptions,
  },
);
const semanticVad = object({}, { eagerness: oneOf('low', 'medium', 'high', 'auto'), ...responseOptions });
const vad = taggedUnion('type', { server_vad: serverVad, semantic_vad: semanticVad });

export const turnDetection = nullable(vad);

/** The beta dialect allows omitting the type. */
export const betaTurnDetection = nullable((value, path) => {
  const isTyped = getRecord(value)?.['type'] !== undefined;
  return isTyped ? vad(value, path) : serverVad(value, path);
});

export const transcription = nullable(object({}, { model: name, language: text, prompt: text }));
export const noiseReduction = nullable(object({}, { type: oneOf('near_field', 'far_field') }));
export const include = nullable(list(oneOf('item.input_audio_transcription.logprobs')));

export const tracing = nullable(oneOfOr(['auto'], object({}, { group_id: text, workflow_name: text })));
export const prompt = nullable(object({ id: name }));
export const truncation = oneOfOr(
  ['auto', 'disabled'],
  taggedUnion('type', { retention_ratio: object({ retention_ratio: number(0, 1) }) }),
);
export const reasoning = object({}, { effort: oneOf('minimal', 'low', 'medium', 'high', 'xhigh') });

export const metadata = nullable((value, path) => {
  object({})(value, path);
  for (const [key, one] of Object.entries(value as object)) text(one, `${path}.${key}`);
});

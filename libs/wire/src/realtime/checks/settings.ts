import { wrongType, wrongValue } from '../../validation/faults.js';
import { getRecord } from '../../openai-dialect/json-members.js';
import {
  type Check,
  integer,
  getKind,
  list,
  name,
  nullable,
  number,
  object,
  text,
  truth,
  word,
  wordOr,
} from './check.js';

/* Settings that have the same values in both dialects, wherever each of them puts them. */

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

/** The name of a voice, or the id of one that somebody had made. */
export const voice: Check = (value, path) =>
  typeof value === 'string' ? name(value, path) : object({ id: name })(value, path);

export const tools = list(
  getKind('type', {
    function: object({ name }, { description: text, parameters: object({}) }),
    mcp: object({ server_label: name }),
  }),
);

export const toolChoice = wordOr(
  TOOL_CHOICES,
  getKind('type', {
    function: object({ name }),
    mcp: object({ server_label: name }, { name: nullable(text) }),
  }),
);

const answering = { create_response: truth, interrupt_response: truth };
const serverVad = object(
  {},
  {
    threshold: number(0, 1),
    prefix_padding_ms: integer(0),
    silence_duration_ms: integer(0),
    idle_timeout_ms: nullable(integer(5_000, 30_000)),
    ...answering,
  },
);
const semanticVad = object({}, { eagerness: word('low', 'medium', 'high', 'auto'), ...answering });
const vad = getKind('type', { server_vad: serverVad, semantic_vad: semanticVad });

export const turnDetection = nullable(vad);

/** In the first version the type may be left out. */
export const betaTurnDetection = nullable((value, path) => {
  const isTyped = getRecord(value)?.['type'] !== undefined;
  return isTyped ? vad(value, path) : serverVad(value, path);
});

export const transcription = nullable(object({}, { model: name, language: text, prompt: text }));
export const noiseReduction = nullable(object({}, { type: word('near_field', 'far_field') }));
export const include = nullable(list(word('item.input_audio_transcription.logprobs')));

export const tracing = nullable(wordOr(['auto'], object({}, { group_id: text, workflow_name: text })));
export const prompt = nullable(object({ id: name }));
export const truncation = wordOr(
  ['auto', 'disabled'],
  getKind('type', { retention_ratio: object({ retention_ratio: number(0, 1) }) }),
);
export const reasoning = object({}, { effort: word('minimal', 'low', 'medium', 'high', 'xhigh') });

export const metadata = nullable((value, path) => {
  object({})(value, path);
  for (const [key, one] of Object.entries(value as object)) text(one, `${path}.${key}`);
});

import { type JsonObject, type JsonValue } from '#canonical';
import { withObject, withObjects, without } from '../json-members.js';
import { isJsonObject } from '../../validation/json-values.js';
import { itemFromBeta, itemToBeta } from './item.js';

const FORMATS = [
  { beta: 'pcm16', ga: { type: 'audio/pcm', rate: 24_000 } },
  { beta: 'g711_ulaw', ga: { type: 'audio/pcmu' } },
  { beta: 'g711_alaw', ga: { type: 'audio/pcma' } },
] as const satisfies readonly { beta: string; ga: JsonObject }[];

/** Where a setting is kept: by one name in the first version, by a path today. */
export interface Placement {
  beta: string;
  ga: readonly [string, ...string[]];
  /** Where the values differ too. What is not understood stays, for somebody else to refuse. */
  values?: ValueTranslation;
}

interface ValueTranslation {
  toGa: (value: JsonValue) => JsonValue;
  toBeta: (value: JsonValue) => JsonValue;
}

const format: ValueTranslation = {
  toGa: (value) => FORMATS.find(({ beta }) => beta === value)?.ga ?? value,
  toBeta: (value) =>
    FORMATS.find(({ ga }) => isJsonObject(value) && ga.type === value['type'])?.beta ?? value,
};

/** The first version counts the transcript of what is spoken as a modality of its own. */
const modalities: ValueTranslation = {
  toGa: (value) => (Array.isArray(value) ? [value.includes('audio') ? 'audio' : 'text'] : value),
  toBeta: (value) => (isSpoken(value) ? ['text', 'audio'] : value),
};

function isSpoken(value: JsonValue): boolean {
  return Array.isArray(value) && value.includes('audio');
}

const OUTPUT: readonly Placement[] = [
  { beta: 'modalities', ga: ['output_modalities'], values: modalities },
  { beta: 'output_audio_format', ga: ['audio', 'output', 'format'], values: format },
  { beta: 'voice', ga: ['audio', 'output', 'voice'] },
];
const LIMIT: Placement = { beta: 'max_response_output_tokens', ga: ['max_output_tokens'] };

export const SESSION_PLACEMENTS: readonly Placement[] = [
  ...OUTPUT,
  LIMIT,
  { beta: 'speed', ga: ['audio', 'output', 'speed'] },
  { beta: 'input_audio_format', ga: ['audio', 'input', 'format'], values: format },
  { beta: 'input_audio_transcription', ga: ['audio', 'input', 'transcription'] },
  { beta: 'input_audio_noise_reduction', ga: ['audio', 'input', 'noise_reduction'] },
  { beta: 'turn_detection', ga: ['audio', 'input', 'turn_detection'] },
];
/** What is asked for in a response. In the one that comes, the limit has the same name in both dialects. */
export const REQUEST_PLACEMENTS: readonly Placement[] = [...OUTPUT, LIMIT];

/** The first version refuses a request that has members it has never seen. */
const UNKNOWN_TO_BETA = ['truncation', 'reasoning', 'parallel_tool_calls'];

type SessionType = 'realtime' | 'transcription';

export function sessionFromBeta(session: JsonObject, type: SessionType): JsonObject {
  const settings = without(session, 'type', 'client_secret');
  // A session that only listens has no modality in which it answers.
  const relevant = type === 'transcription' ? without(settings, 'modalities') : settings;
  const typed = withObject(relevant, 'turn_detection', (turns) => ({ type: 'server_vad', ...turns }));
  return { type, ...nest(typed, SESSION_PLACEMENTS) };
}

export function sessionToBeta(session: JsonObject): JsonObject {
  return flatten(without(session, 'type', ...UNKNOWN_TO_BETA), SESSION_PLACEMENTS);
}

export function responseRequestFromBeta(response: JsonObject): JsonObject {
  return withObjects(nest(response, REQUEST_PLACEMENTS), 'input', itemFromBeta);
}

export function responseRequestToBeta(response: JsonObject): JsonObject {
  const request = flatten(without(response, ...UNKNOWN_TO_BETA), REQUEST_PLACEMENTS);
  return withObjects(request, 'input', itemToBeta);
}

export function responseFromBeta(response: JsonObject): JsonObject {
  return withObjects(nest(response, OUTPUT), 'output', itemFromBeta);
}

export function responseToBeta(response: JsonObject): JsonObject {
  return withObjects(flatten(response, OUTPUT), 'output', itemToBeta);
}

function nest(flat: JsonObject, placements: readonly Placement[]): JsonObject {
  const kept = without(flat, ...placements.map(({ beta }) => beta));
  return placements.reduce((nested, { beta, ga, values }) => {
    const value = flat[beta];
    return value === undefined ? nested : placeAt(nested, ga, values?.toGa(value) ?? value);
  }, kept);
}

/** What has no place of its own in the first version is left out with the object that held it. */
function flatten(nested: JsonObject, placements: readonly Placement[]): JsonObject {
  const kept = without(nested, ...placements.map(({ ga }) => ga[0]));
  const placed = placements.flatMap(({ beta, ga, values }) => {
    const value = valueAt(nested, ga);
    return value === undefined ? [] : [[beta, values?.toBeta(value) ?? value] as const];
  });
  return { ...kept, ...Object.fromEntries(placed) };
}

function placeAt(holder: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return holder;
  if (rest.length === 0) return { ...holder, [name]: value };
  const inner = holder[name];
  return { ...holder, [name]: placeAt(isJsonObject(inner) ? inner : {}, rest, value) };
}

function valueAt(holder: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    holder,
  );
}

import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { mapObject, mapObjects, omitMembers } from '../json-members.js';
import { itemFromBeta, itemToBeta } from './item.js';

const FORMATS = [
  { beta: 'pcm16', ga: { type: 'audio/pcm', rate: 24_000 } },
  { beta: 'g711_ulaw', ga: { type: 'audio/pcmu' } },
  { beta: 'g711_alaw', ga: { type: 'audio/pcma' } },
] as const satisfies readonly { beta: string; ga: JsonObject }[];

/** The position of a setting: a name in the beta dialect, a path in the GA dialect. */
export interface Placement {
  beta: string;
  ga: readonly [string, ...string[]];
  /** Set if the values differ too. Unknown values are unchanged, and left to validation. */
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

/** The beta dialect counts the transcript of speech as a separate modality. */
const modalities: ValueTranslation = {
  toGa: (value) => (Array.isArray(value) ? [value.includes('audio') ? 'audio' : 'text'] : value),
  toBeta: (value) => (includesAudio(value) ? ['text', 'audio'] : value),
};

function includesAudio(value: JsonValue): boolean {
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
/** The settings of a response request. In the response itself, the limit has the same name in both dialects. */
export const REQUEST_PLACEMENTS: readonly Placement[] = [...OUTPUT, LIMIT];

/** The beta dialect refuses requests with unknown members. */
const NOT_IN_BETA = ['truncation', 'reasoning', 'parallel_tool_calls'];

type SessionType = 'realtime' | 'transcription';

export function sessionFromBeta(session: JsonObject, type: SessionType): JsonObject {
  const settings = omitMembers(session, 'type', 'client_secret');
  // A transcription session generates no output, so it has no modalities.
  const relevant = type === 'transcription' ? omitMembers(settings, 'modalities') : settings;
  const typed = mapObject(relevant, 'turn_detection', (turnDetection) => ({
    type: 'server_vad',
    ...turnDetection,
  }));
  return { type, ...nest(typed, SESSION_PLACEMENTS) };
}

export function sessionToBeta(session: JsonObject): JsonObject {
  return flatten(omitMembers(session, 'type', ...NOT_IN_BETA), SESSION_PLACEMENTS);
}

export function responseRequestFromBeta(response: JsonObject): JsonObject {
  return mapObjects(nest(response, REQUEST_PLACEMENTS), 'input', itemFromBeta);
}

export function responseRequestToBeta(response: JsonObject): JsonObject {
  const request = flatten(omitMembers(response, ...NOT_IN_BETA), REQUEST_PLACEMENTS);
  return mapObjects(request, 'input', itemToBeta);
}

export function responseFromBeta(response: JsonObject): JsonObject {
  return mapObjects(nest(response, OUTPUT), 'output', itemFromBeta);
}

export function responseToBeta(response: JsonObject): JsonObject {
  return mapObjects(flatten(response, OUTPUT), 'output', itemToBeta);
}

function nest(flat: JsonObject, placements: readonly Placement[]): JsonObject {
  const rest = omitMembers(flat, ...placements.map(({ beta }) => beta));
  return placements.reduce((nested, { beta, ga, values }) => {
    const value = flat[beta];
    return value === undefined ? nested : setAt(nested, ga, values?.toGa(value) ?? value);
  }, rest);
}

/** Nested members without a beta name are dropped together with their object. */
function flatten(nested: JsonObject, placements: readonly Placement[]): JsonObject {
  const rest = omitMembers(nested, ...placements.map(({ ga }) => ga[0]));
  const flattened = placements.flatMap(({ beta, ga, values }) => {
    const value = getAt(nested, ga);
    return value === undefined ? [] : [[beta, values?.toBeta(value) ?? value] as const];
  });
  return { ...rest, ...Object.fromEntries(flattened) };
}

function setAt(holder: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return holder;
  if (rest.length === 0) return { ...holder, [name]: value };
  const inner = holder[name];
  return { ...holder, [name]: setAt(isJsonObject(inner) ? inner : {}, rest, value) };
}

function getAt(holder: JsonObject, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    holder,
  );
}

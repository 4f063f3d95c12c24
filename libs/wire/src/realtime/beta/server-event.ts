import { isJsonObject, type JsonObject } from '#canonical';
import { mintRealtimeId } from '../event-id.js';
import { mapObject, translateType } from '../json-members.js';
import { itemFromBeta, itemToBeta, partToBeta } from './item.js';
import {
  type Placement,
  REQUEST_PLACEMENTS,
  SESSION_PLACEMENTS,
  responseFromBeta,
  responseToBeta,
  sessionFromBeta,
  sessionToBeta,
} from './settings.js';

const GA_TO_BETA: ReadonlyMap<unknown, string> = new Map([
  ['response.output_text.delta', 'response.text.delta'],
  ['response.output_text.done', 'response.text.done'],
  ['response.output_audio.delta', 'response.audio.delta'],
  ['response.output_audio.done', 'response.audio.done'],
  ['response.output_audio_transcript.delta', 'response.audio_transcript.delta'],
  ['response.output_audio_transcript.done', 'response.audio_transcript.done'],
  ['conversation.item.added', 'conversation.item.created'],
]);
const BETA_TO_GA: ReadonlyMap<unknown, string> = new Map(
  [...GA_TO_BETA].map(([ga, beta]) => [beta, String(ga)]),
);

const OBJECTS: readonly { name: string; placements: readonly Placement[] }[] = [
  { name: 'session', placements: SESSION_PLACEMENTS },
  { name: 'response', placements: REQUEST_PLACEMENTS },
];

interface NamePair {
  ga: string;
  beta: string;
  /** The members of the value have the same names in both dialects. */
  hasSameMembers: boolean;
}

const NAME_PAIRS: readonly NamePair[] = OBJECTS.flatMap(({ name, placements }) =>
  placements.map(({ ga, beta, values }) => ({
    ga: [name, ...ga].join('.'),
    beta: `${name}.${beta}`,
    hasSameMembers: values === undefined,
  })),
);

/**
 * Converts a server event of the GA dialect to the beta dialect, which announces an item once, when it is created.
 */
export function serverEventToBeta(event: JsonObject): JsonObject[] {
  const type = event['type'];
  switch (type) {
    case 'conversation.item.done':
      return [];
    case 'session.created':
    case 'session.updated': {
      const renamed = { ...event, type: isTranscription(event) ? `transcription_${type}` : type };
      return [mapObject(renamed, 'session', sessionToBeta)];
    }
    case 'error':
      return [mapObject(event, 'error', (error) => translateErrorParam(error, paramToBeta))];
    default: {
      const renamed = translateType(event, GA_TO_BETA);
      const translated = mapObject(mapObject(renamed, 'item', itemToBeta), 'part', partToBeta);
      return [mapObject(translated, 'response', responseToBeta)];
    }
  }
}

/**
 * Converts a server event of the beta dialect to the GA dialect. Events for the completion of unfinished items are
 * added later by `BetaToGa`.
 */
export function serverEventFromBeta(event: JsonObject): JsonObject[] {
  const type = event['type'];
  switch (type) {
    case 'conversation.created':
      return [];
    case 'conversation.item.created':
      return toItemEvents(mapObject({ ...event, type: 'conversation.item.added' }, 'item', itemFromBeta));
    case 'session.created':
    case 'session.updated':
      return [mapObject(event, 'session', (session) => sessionFromBeta(session, 'realtime'))];
    case 'transcription_session.created':
    case 'transcription_session.updated': {
      const renamed = { ...event, type: type.replace('transcription_', '') };
      return [mapObject(renamed, 'session', (session) => sessionFromBeta(session, 'transcription'))];
    }
    case 'error':
      return [mapObject(event, 'error', (error) => translateErrorParam(error, paramFromBeta))];
    default: {
      const renamed = translateType(event, BETA_TO_GA);
      return [mapObject(mapObject(renamed, 'item', itemFromBeta), 'response', responseFromBeta)];
    }
  }
}

/** Most items are complete when they are created, except those that the model is still generating. */
function toItemEvents(added: JsonObject): JsonObject[] {
  const { item } = added;
  if (isJsonObject(item) && item['status'] === 'in_progress') return [added];
  return [added, { ...added, type: 'conversation.item.done', event_id: mintRealtimeId('event') }];
}

function isTranscription({ session }: JsonObject): boolean {
  return isJsonObject(session) && session['type'] === 'transcription';
}

function translateErrorParam(error: JsonObject, translateParam: (param: string) => string): JsonObject {
  const { param } = error;
  return typeof param === 'string' ? { ...error, param: translateParam(param) } : error;
}

/** The name of an error's parameter in the other dialect. */
function paramToBeta(param: string): string {
  return rename(param, 'ga', 'beta');
}

function paramFromBeta(param: string): string {
  return rename(param, 'beta', 'ga');
}

function rename(param: string, from: 'ga' | 'beta', to: 'ga' | 'beta'): string {
  const pair = NAME_PAIRS.find((one) => param === one[from] || isInside(param, one[from]));
  if (pair === undefined) return param;
  return pair.hasSameMembers ? pair[to] + param.slice(pair[from].length) : pair[to];
}

function isInside(param: string, holder: string): boolean {
  return param.startsWith(`${holder}.`) || param.startsWith(`${holder}[`);
}

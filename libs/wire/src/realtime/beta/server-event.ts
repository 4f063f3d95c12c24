import { type JsonObject } from '#canonical';
import { mintRealtimeId } from '../event-id.js';
import { withObject, withTypeIn } from '../json-members.js';
import { isJsonObject } from '../../validation/json-values.js';
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

const HOLDERS: readonly { name: string; placements: readonly Placement[] }[] = [
  { name: 'session', placements: SESSION_PLACEMENTS },
  { name: 'response', placements: REQUEST_PLACEMENTS },
];

interface Naming {
  ga: string;
  beta: string;
  /** Whether what is inside the value has the same names in both dialects. */
  isSameInside: boolean;
}

const NAMINGS: readonly Naming[] = HOLDERS.flatMap(({ name, placements }) =>
  placements.map(({ ga, beta, values }) => ({
    ga: [name, ...ga].join('.'),
    beta: `${name}.${beta}`,
    isSameInside: values === undefined,
  })),
);

/** An event of today in the names of the first version. An item is announced there once, when it comes to be. */
export function serverEventToBeta(event: JsonObject): JsonObject[] {
  const type = event['type'];
  switch (type) {
    case 'conversation.item.done':
      return [];
    case 'session.created':
    case 'session.updated': {
      const renamed = { ...event, type: isTranscription(event) ? `transcription_${type}` : type };
      return [withObject(renamed, 'session', sessionToBeta)];
    }
    case 'error':
      return [withObject(event, 'error', (error) => withParam(error, paramToBeta))];
    default: {
      const renamed = withTypeIn(event, GA_TO_BETA);
      const parted = withObject(withObject(renamed, 'item', itemToBeta), 'part', partToBeta);
      return [withObject(parted, 'response', responseToBeta)];
    }
  }
}

/** An event of the first version in today's names; what an item that is not finished becomes, is for later events. */
export function serverEventFromBeta(event: JsonObject): JsonObject[] {
  const type = event['type'];
  switch (type) {
    case 'conversation.created':
      return [];
    case 'conversation.item.created':
      return itemEvents(withObject({ ...event, type: 'conversation.item.added' }, 'item', itemFromBeta));
    case 'session.created':
    case 'session.updated':
      return [withObject(event, 'session', (session) => sessionFromBeta(session, 'realtime'))];
    case 'transcription_session.created':
    case 'transcription_session.updated': {
      const renamed = { ...event, type: type.replace('transcription_', '') };
      return [withObject(renamed, 'session', (session) => sessionFromBeta(session, 'transcription'))];
    }
    case 'error':
      return [withObject(event, 'error', (error) => withParam(error, paramFromBeta))];
    default: {
      const renamed = withTypeIn(event, BETA_TO_GA);
      return [withObject(withObject(renamed, 'item', itemFromBeta), 'response', responseFromBeta)];
    }
  }
}

/** Most items are finished as soon as they are there; those that a model is still working on are not. */
function itemEvents(added: JsonObject): JsonObject[] {
  const { item } = added;
  if (isJsonObject(item) && item['status'] === 'in_progress') return [added];
  return [added, { ...added, type: 'conversation.item.done', event_id: mintRealtimeId('event') }];
}

function isTranscription({ session }: JsonObject): boolean {
  return isJsonObject(session) && session['type'] === 'transcription';
}

function withParam(error: JsonObject, rename: (param: string) => string): JsonObject {
  const { param } = error;
  return typeof param === 'string' ? { ...error, param: rename(param) } : error;
}

/** What the parameter that an error is about is called in the other dialect. */
function paramToBeta(param: string): string {
  return rename(param, 'ga', 'beta');
}

function paramFromBeta(param: string): string {
  return rename(param, 'beta', 'ga');
}

function rename(param: string, from: 'ga' | 'beta', to: 'ga' | 'beta'): string {
  const naming = NAMINGS.find((one) => param === one[from] || isInside(param, one[from]));
  if (naming === undefined) return param;
  return naming.isSameInside ? naming[to] + param.slice(naming[from].length) : naming[to];
}

function isInside(param: string, holder: string): boolean {
  return param.startsWith(`${holder}.`) || param.startsWith(`${holder}[`);
}

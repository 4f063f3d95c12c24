import { isJsonObject, type JsonObject } from '#canonical';
import { mapObject } from '../json-members.js';
import { itemFromBeta, itemToBeta } from './item.js';
import {
  responseRequestFromBeta,
  responseRequestToBeta,
  sessionFromBeta,
  sessionToBeta,
} from './settings.js';

/**
 * Converts a client event of the beta dialect to the GA dialect. It keeps `temperature`, which only the beta dialect
 * has.
 */
export function clientEventFromBeta(event: JsonObject): JsonObject {
  switch (event['type']) {
    case 'session.update':
      return mapObject(event, 'session', (session) => sessionFromBeta(session, 'realtime'));
    case 'transcription_session.update': {
      const update = { ...event, type: 'session.update' };
      return mapObject(update, 'session', (session) => sessionFromBeta(session, 'transcription'));
    }
    case 'conversation.item.create':
      return mapObject(event, 'item', itemFromBeta);
    case 'response.create':
      return mapObject(event, 'response', responseRequestFromBeta);
    default:
      return event;
  }
}

/** Converts a client event of the GA dialect to the beta dialect. */
export function clientEventToBeta(event: JsonObject): JsonObject[] {
  switch (event['type']) {
    case 'session.update':
      return [mapObject({ ...event, type: getUpdateType(event) }, 'session', sessionToBeta)];
    case 'conversation.item.create':
      return [mapObject(event, 'item', itemToBeta)];
    case 'response.create':
      return [mapObject(event, 'response', responseRequestToBeta)];
    default:
      return [event];
  }
}

function getUpdateType({ session }: JsonObject): string {
  const isTranscription = isJsonObject(session) && session['type'] === 'transcription';
  return isTranscription ? 'transcription_session.update' : 'session.update';
}

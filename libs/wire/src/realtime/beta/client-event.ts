import { type JsonObject } from '#canonical';
import { withObject } from '../json-members.js';
import { isJsonObject } from '../../validation/json-values.js';
import { itemFromBeta, itemToBeta } from './item.js';
import {
  responseRequestFromBeta,
  responseRequestToBeta,
  sessionFromBeta,
  sessionToBeta,
} from './settings.js';

/** A client's event of the first version in today's names. `temperature`, which is gone today, is kept. */
export function clientEventFromBeta(event: JsonObject): JsonObject {
  switch (event['type']) {
    case 'session.update':
      return withObject(event, 'session', (session) => sessionFromBeta(session, 'realtime'));
    case 'transcription_session.update': {
      const update = { ...event, type: 'session.update' };
      return withObject(update, 'session', (session) => sessionFromBeta(session, 'transcription'));
    }
    case 'conversation.item.create':
      return withObject(event, 'item', itemFromBeta);
    case 'response.create':
      return withObject(event, 'response', responseRequestFromBeta);
    default:
      return event;
  }
}

/** A client's event of today in the names of the first version. */
export function clientEventToBeta(event: JsonObject): JsonObject[] {
  switch (event['type']) {
    case 'session.update':
      return [withObject({ ...event, type: updateType(event) }, 'session', sessionToBeta)];
    case 'conversation.item.create':
      return [withObject(event, 'item', itemToBeta)];
    case 'response.create':
      return [withObject(event, 'response', responseRequestToBeta)];
    default:
      return [event];
  }
}

function updateType({ session }: JsonObject): string {
  const isTranscription = isJsonObject(session) && session['type'] === 'transcription';
  return isTranscription ? 'transcription_session.update' : 'session.update';
}

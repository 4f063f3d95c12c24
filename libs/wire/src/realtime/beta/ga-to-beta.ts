import { type JsonObject, type JsonValue } from '#canonical';
import { mintRealtimeId } from '../event-id.js';
import { isObject, withObject } from '../json-members.js';
import { serverEventToBeta } from './server-event.js';

/** One session's events of today for a client of the first version. */
export class GaToBeta {
  /** Items that were announced, and are not finished yet. */
  private readonly openItems = new Set<JsonValue | undefined>();
  private readonly conversationId = mintRealtimeId('conv');

  translate(event: JsonObject): JsonObject[] {
    switch (event['type']) {
      case 'session.created':
        return [...serverEventToBeta(event), ...this.conversationCreated(event)];
      case 'conversation.created':
        // The session's opening has announced it already.
        return [];
      case 'conversation.item.added':
        this.openItems.add(getItemId(event));
        return serverEventToBeta(event);
      case 'conversation.item.done':
        // No event was sent for an item that is finished at once.
        if (this.openItems.delete(getItemId(event))) return [];
        return serverEventToBeta({ ...event, type: 'conversation.item.added' });
      case 'conversation.item.deleted':
        this.openItems.delete(event['item_id']);
        return serverEventToBeta(event);
      default:
        return serverEventToBeta(withObject(event, 'response', (response) => this.placed(response)));
    }
  }

  /** Sessions that only write down what is said have no conversation. */
  private conversationCreated({ session }: JsonObject): JsonObject[] {
    if (isObject(session) && session['type'] === 'transcription') return [];
    return [
      {
        type: 'conversation.created',
        event_id: mintRealtimeId('event'),
        conversation: { id: this.conversationId, object: 'realtime.conversation' },
      },
    ];
  }

  /** A response that is part of the conversation, which is the one that was announced. */
  private placed(response: JsonObject): JsonObject {
    const isPart = typeof response['conversation_id'] === 'string';
    return isPart ? { ...response, conversation_id: this.conversationId } : response;
  }
}

function getItemId({ item }: JsonObject): JsonValue | undefined {
  return isObject(item) ? item['id'] : undefined;
}

import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';
import { clientEventFromBeta, clientEventToBeta } from './beta/client-event.js';
import { serverEventFromBeta, serverEventToBeta } from './beta/server-event.js';
import { mintRealtimeId } from './event-id.js';
import { mapObject, omitMembers } from './json-members.js';
import { type RealtimeDialect } from './connection.js';

/**
 * Translates the events of one session between a client and an upstream of different dialects. Nothing is validated:
 * unknown events are forwarded unchanged, and the receiver reports errors.
 */
export class DialectBridge {
  private readonly translate: { toUpstream: Translate; toClient: Translate };

  constructor(client: RealtimeDialect) {
    this.translate = client === 'ga' ? createGaTranslation() : createBetaTranslation();
  }

  toUpstream(frame: string): string[] {
    return translateFrame(frame, this.translate.toUpstream);
  }

  toClient(frame: string): string[] {
    return translateFrame(frame, this.translate.toClient);
  }
}

type Translate = (event: JsonObject) => JsonObject[];

function createGaTranslation(): { toUpstream: Translate; toClient: Translate } {
  const events = new BetaToGa();
  return {
    toUpstream: clientEventToBeta,
    toClient: (event) => events.translate(event).map(withoutTemperature),
  };
}

function createBetaTranslation(): { toUpstream: Translate; toClient: Translate } {
  const events = new GaToBeta();
  return {
    toUpstream: (event) => [withoutTemperature(clientEventFromBeta(event))],
    toClient: (event) => events.translate(event),
  };
}

/** The GA dialect has no temperature, and refuses one. */
function withoutTemperature(event: JsonObject): JsonObject {
  return ['session', 'response'].reduce(
    (changed, holder) => mapObject(changed, holder, (settings) => omitMembers(settings, 'temperature')),
    event,
  );
}

function translateFrame(frame: string, translate: Translate): string[] {
  const event = parse(frame);
  if (!isJsonObject(event) || typeof event['type'] !== 'string') return [frame];
  return translate(event).map((one) => JSON.stringify(one));
}

function parse(frame: string): JsonValue | undefined {
  try {
    return JSON.parse(frame) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Translates one session's server events from the beta to the GA dialect. */
class BetaToGa {
  /** The announcements of items that the model is still generating, by item id. */
  private readonly openItems = new Map<JsonValue | undefined, JsonObject>();
  /** The names of functions that are being called, by the item id of the call. */
  private readonly functionNames = new Map<JsonValue | undefined, JsonValue>();

  translate(event: JsonObject): JsonObject[] {
    const events = serverEventFromBeta(event);
    switch (event['type']) {
      case 'conversation.item.created':
        this.storeOpenItem(events);
        return events;
      case 'response.output_item.added':
        this.storeFunctionName(event);
        return events;
      case 'response.function_call_arguments.done':
        return events.map((one) => this.withFunctionName(one));
      case 'response.output_item.done':
        return events.flatMap((one) => [...this.buildItemDone(one), one]);
      case 'conversation.item.deleted':
        this.removeItem(event['item_id']);
        return events;
      default:
        return events;
    }
  }

  private storeOpenItem(events: readonly JsonObject[]): void {
    const [added, done] = events;
    if (added !== undefined && done === undefined) this.openItems.set(getItem(added)['id'], added);
  }

  private storeFunctionName(event: JsonObject): void {
    const { id, type, name } = getItem(event);
    if (type === 'function_call' && name !== undefined) this.functionNames.set(id, name);
  }

  private withFunctionName(event: JsonObject): JsonObject {
    const name = this.functionNames.get(event['item_id']);
    return name === undefined ? event : { name, ...event };
  }

  /** An item is completed in the conversation before it is completed in the response. */
  private buildItemDone({ item }: JsonObject): JsonObject[] {
    const id = isJsonObject(item) ? item['id'] : undefined;
    const added = this.openItems.get(id);
    this.removeItem(id);
    if (added === undefined || item === undefined) return [];
    return [{ ...added, type: 'conversation.item.done', event_id: mintRealtimeId('event'), item }];
  }

  private removeItem(itemId: JsonValue | undefined): void {
    this.openItems.delete(itemId);
    this.functionNames.delete(itemId);
  }
}

function getItem({ item }: JsonObject): JsonObject {
  return isJsonObject(item) ? item : {};
}

/** Translates one session's server events from the GA to the beta dialect. */
class GaToBeta {
  /** Items that were announced and are not complete. */
  private readonly openItems = new Set<JsonValue | undefined>();
  private readonly conversationId = mintRealtimeId('conv');

  translate(event: JsonObject): JsonObject[] {
    switch (event['type']) {
      case 'session.created':
        return [...serverEventToBeta(event), ...this.buildConversationCreated(event)];
      case 'conversation.created':
        // It was already sent after `session.created`.
        return [];
      case 'conversation.item.added':
        this.openItems.add(getItemId(event));
        return serverEventToBeta(event);
      case 'conversation.item.done':
        // An item that is complete at once has not been announced.
        if (this.openItems.delete(getItemId(event))) return [];
        return serverEventToBeta({ ...event, type: 'conversation.item.added' });
      case 'conversation.item.deleted':
        this.openItems.delete(event['item_id']);
        return serverEventToBeta(event);
      default:
        return serverEventToBeta(
          mapObject(event, 'response', (response) => this.withConversationId(response)),
        );
    }
  }

  /** Transcription sessions have no conversation. */
  private buildConversationCreated({ session }: JsonObject): JsonObject[] {
    if (isJsonObject(session) && session['type'] === 'transcription') return [];
    return [
      {
        type: 'conversation.created',
        event_id: mintRealtimeId('event'),
        conversation: { id: this.conversationId, object: 'realtime.conversation' },
      },
    ];
  }

  /** Replaces the conversation id by the one that was announced. */
  private withConversationId(response: JsonObject): JsonObject {
    const isPart = typeof response['conversation_id'] === 'string';
    return isPart ? { ...response, conversation_id: this.conversationId } : response;
  }
}

function getItemId({ item }: JsonObject): JsonValue | undefined {
  return isJsonObject(item) ? item['id'] : undefined;
}

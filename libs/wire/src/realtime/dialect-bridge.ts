import { type JsonObject, type JsonValue } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { clientEventFromBeta, clientEventToBeta } from './beta/client-event.js';
import { serverEventFromBeta, serverEventToBeta } from './beta/server-event.js';
import { mintRealtimeId } from './event-id.js';
import { withObject, without } from './json-members.js';
import { type RealtimeDialect } from './connection.js';

/**
 * Between a client and an upstream that speak different dialects, for one session. Nothing is checked on the way:
 * what is not understood goes on as it came, and who receives it will say what is wrong with it.
 */
export class DialectBridge {
  private readonly translate: { toUpstream: Translate; toClient: Translate };

  constructor(client: RealtimeDialect) {
    this.translate = client === 'ga' ? forGaClient() : forBetaClient();
  }

  toUpstream(frame: string): string[] {
    return translateFrame(frame, this.translate.toUpstream);
  }

  toClient(frame: string): string[] {
    return translateFrame(frame, this.translate.toClient);
  }
}

type Translate = (event: JsonObject) => JsonObject[];

function forGaClient(): { toUpstream: Translate; toClient: Translate } {
  const events = new BetaToGa();
  return {
    toUpstream: clientEventToBeta,
    toClient: (event) => events.translate(event).map(withoutTemperature),
  };
}

function forBetaClient(): { toUpstream: Translate; toClient: Translate } {
  const events = new GaToBeta();
  return {
    toUpstream: (event) => [withoutTemperature(clientEventFromBeta(event))],
    toClient: (event) => events.translate(event),
  };
}

/** Today's version has none, and refuses one. */
function withoutTemperature(event: JsonObject): JsonObject {
  return ['session', 'response'].reduce(
    (changed, holder) => withObject(changed, holder, (settings) => without(settings, 'temperature')),
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

/** One session's events of the first version for a client of today. */
class BetaToGa {
  /** The announcements of items on which the model is still at work, by the items' ids. */
  private readonly openItems = new Map<JsonValue | undefined, JsonObject>();
  /** The names of functions that are being called, by the ids of the calls' items. */
  private readonly functionNames = new Map<JsonValue | undefined, JsonValue>();

  translate(event: JsonObject): JsonObject[] {
    const events = serverEventFromBeta(event);
    switch (event['type']) {
      case 'conversation.item.created':
        this.rememberOpenItem(events);
        return events;
      case 'response.output_item.added':
        this.rememberFunction(event);
        return events;
      case 'response.function_call_arguments.done':
        return events.map((one) => this.withFunctionName(one));
      case 'response.output_item.done':
        return events.flatMap((one) => [...this.itemDone(one), one]);
      case 'conversation.item.deleted':
        this.forget(event['item_id']);
        return events;
      default:
        return events;
    }
  }

  private rememberOpenItem(events: readonly JsonObject[]): void {
    const [added, done] = events;
    if (added !== undefined && done === undefined) this.openItems.set(getItem(added)['id'], added);
  }

  private rememberFunction(event: JsonObject): void {
    const { id, type, name } = getItem(event);
    if (type === 'function_call' && name !== undefined) this.functionNames.set(id, name);
  }

  private withFunctionName(event: JsonObject): JsonObject {
    const name = this.functionNames.get(event['item_id']);
    return name === undefined ? event : { name, ...event };
  }

  /** What a response adds to the conversation is finished there before it is finished in the response. */
  private itemDone({ item }: JsonObject): JsonObject[] {
    const id = isJsonObject(item) ? item['id'] : undefined;
    const added = this.openItems.get(id);
    this.forget(id);
    if (added === undefined || item === undefined) return [];
    return [{ ...added, type: 'conversation.item.done', event_id: mintRealtimeId('event'), item }];
  }

  private forget(itemId: JsonValue | undefined): void {
    this.openItems.delete(itemId);
    this.functionNames.delete(itemId);
  }
}

function getItem({ item }: JsonObject): JsonObject {
  return isJsonObject(item) ? item : {};
}

/** One session's events of today for a client of the first version. */
class GaToBeta {
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
    if (isJsonObject(session) && session['type'] === 'transcription') return [];
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
  return isJsonObject(item) ? item['id'] : undefined;
}

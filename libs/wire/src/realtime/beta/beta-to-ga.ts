import { type JsonObject, type JsonValue } from '#canonical';
import { mintRealtimeId } from '../event-id.js';
import { isObject } from '../json-members.js';
import { serverEventFromBeta } from './server-event.js';

/** One session's events of the first version for a client of today. */
export class BetaToGa {
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
    const id = isObject(item) ? item['id'] : undefined;
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
  return isObject(item) ? item : {};
}

import { expect } from '@jest/globals';
import { type Item } from '../protocol/item.js';
import { type ServerEvent } from '../protocol/events.js';

export interface ResponseState {
  id: string;
  status: string;
  output: Item[];
}

/** The state of a client that reads every event. Fails on contradictions. */
export class ClientModel {
  private readonly eventIds = new Set<string>();
  private readonly running = new Set<string>();
  private readonly ended = new Set<string>();
  private readonly openItems = new Map<string, string>();
  readonly order: string[] = [];

  receive(event: ServerEvent): void {
    expect(this.eventIds).not.toContain(event.event_id);
    this.eventIds.add(event.event_id);
    if (event.type === 'response.created') this.onCreated(event['response'] as ResponseState);
    else if (event.type === 'response.done') this.onDone(event['response'] as ResponseState);
    else if (event.type.startsWith('response.')) this.onResponseEvent(event);
    else this.onConversationEvent(event);
  }

  get runningResponses(): number {
    return this.running.size;
  }

  private onCreated({ id, status }: ResponseState): void {
    expect(status).toBe('in_progress');
    expect(this.ended).not.toContain(id);
    this.running.add(id);
  }

  private onDone({ id, output }: ResponseState): void {
    expect(this.running).toContain(id);
    this.running.delete(id);
    this.ended.add(id);
    expect([...this.openItems.values()]).not.toContain(id);
    for (const { status } of output) expect(status).not.toBe('in_progress');
  }

  private onResponseEvent(event: ServerEvent): void {
    const responseId = String(event['response_id']);
    expect(this.running).toContain(responseId);
    const item = event['item'] as Item | undefined;
    if (event.type === 'response.output_item.added') this.openItems.set(String(item?.id), responseId);
    expect(this.openItems.get(String(item?.id ?? event['item_id']))).toBe(responseId);
    if (event.type === 'response.output_item.done') this.openItems.delete(String(item?.id));
  }

  private onConversationEvent(event: ServerEvent): void {
    const previous = event['previous_item_id'] as string | null | undefined;
    if (event.type === 'conversation.item.added') {
      const { id } = event['item'] as Item;
      expect(this.order).not.toContain(id);
      const index = previous === null ? 0 : this.order.indexOf(String(previous)) + 1;
      expect(previous === null || index > 0).toBe(true);
      this.order.splice(index, 0, id);
    } else if (event.type === 'conversation.item.done') {
      const index = this.order.indexOf((event['item'] as Item).id);
      expect(this.order[index - 1] ?? null).toBe(previous);
    } else if (event.type === 'conversation.item.deleted') {
      expect(this.order).toContain(event['item_id']);
      this.order.splice(this.order.indexOf(String(event['item_id'])), 1);
    }
  }
}

import { type EventSender } from '../event-sender.js';
import { type Conversation } from '../items/conversation.js';
import { type StoredItem, copyItem } from '../items/stored-item.js';

/** What all output of one response has in common. */
export interface OutputFrame {
  responseId: string;
  sender: EventSender;
  /** Undefined where the response stands apart from it. */
  conversation?: Conversation;
}

export type FinalStatus = 'completed' | 'incomplete';

/** One item that a response gives to the client, from its first event to its last. */
export class OutputItem {
  constructor(
    private readonly frame: OutputFrame,
    readonly stored: StoredItem,
    readonly outputIndex: number,
  ) {}

  /** What every event about it says of its place. */
  get place(): { response_id: string; item_id: string; output_index: number } {
    const { responseId } = this.frame;
    return { response_id: responseId, item_id: this.stored.item.id, output_index: this.outputIndex };
  }

  add(): void {
    this.emitItem('response.output_item.added');
    this.frame.conversation?.append(this.stored);
    this.emitConversationItem('conversation.item.added');
  }

  finish(status: FinalStatus): void {
    this.stored.item.status = status;
    this.emitConversationItem('conversation.item.done');
    this.emitItem('response.output_item.done');
  }

  private emitItem(type: 'response.output_item.added' | 'response.output_item.done'): void {
    const { responseId, sender } = this.frame;
    const item = copyItem(this.stored);
    sender.emit(type, { response_id: responseId, output_index: this.outputIndex, item });
  }

  private emitConversationItem(type: 'conversation.item.added' | 'conversation.item.done'): void {
    const { conversation, sender } = this.frame;
    // The client may have deleted it meanwhile.
    if (conversation?.find(this.stored.item.id) === undefined) return;
    sender.emit(type, {
      previous_item_id: conversation.findPreviousId(this.stored),
      item: copyItem(this.stored),
    });
  }
}

import { type ReasoningSignature } from '#canonical';
import { type EventSender } from '../event-sender.js';
import { type Conversation } from '../items/conversation.js';
import { type StoredItem, copyItem } from '../items/stored-item.js';
import { type AssistantContent, type CallItem } from '../protocol/item.js';

/** Shared by all output items of one response. */
export interface OutputContext {
  responseId: string;
  sender: EventSender;
  /** Undefined for an out-of-band response. */
  conversation?: Conversation;
}

export type FinalStatus = 'completed' | 'incomplete';

/** An output item of a response, from its first event to its last. */
export class OutputItem {
  constructor(
    private readonly context: OutputContext,
    readonly stored: StoredItem,
    readonly outputIndex: number,
  ) {}

  /** The fields that all events about it have. */
  get eventFields(): { response_id: string; item_id: string; output_index: number } {
    const { responseId } = this.context;
    return { response_id: responseId, item_id: this.stored.item.id, output_index: this.outputIndex };
  }

  add(): void {
    this.emitItem('response.output_item.added');
    this.context.conversation?.append(this.stored);
    this.emitConversationItem('conversation.item.added');
  }

  finish(status: FinalStatus): void {
    this.stored.item.status = status;
    this.emitConversationItem('conversation.item.done');
    this.emitItem('response.output_item.done');
  }

  private emitItem(type: 'response.output_item.added' | 'response.output_item.done'): void {
    const { responseId, sender } = this.context;
    const item = copyItem(this.stored);
    sender.emit(type, { response_id: responseId, output_index: this.outputIndex, item });
  }

  private emitConversationItem(type: 'conversation.item.added' | 'conversation.item.done'): void {
    const { conversation, sender } = this.context;
    // The client may have deleted it.
    if (conversation?.find(this.stored.item.id) === undefined) return;
    sender.emit(type, {
      previous_item_id: conversation.findPreviousId(this.stored),
      item: copyItem(this.stored),
    });
  }
}

/** A text message. */
export class WrittenMessage {
  private readonly content: AssistantContent & { type: 'output_text' } = { type: 'output_text', text: '' };
  private readonly eventFields: Record<string, unknown>;

  constructor(
    private readonly output: OutputItem,
    private readonly sender: EventSender,
  ) {
    this.eventFields = { ...output.eventFields, content_index: 0 };
    output.add();
    sender.emit('response.content_part.added', { ...this.eventFields, part: { type: 'text', text: '' } });
    const { item } = output.stored;
    if (item.type === 'message' && item.role === 'assistant') item.content.push(this.content);
  }

  write(delta: string): void {
    this.content.text += delta;
    this.sender.emit('response.output_text.delta', { ...this.eventFields, delta });
  }

  finish(status: FinalStatus): void {
    const { text } = this.content;
    this.sender.emit('response.output_text.done', { ...this.eventFields, text });
    this.sender.emit('response.content_part.done', { ...this.eventFields, part: { type: 'text', text } });
    this.output.finish(status);
  }
}

/** A call of one of the client's functions. */
export class FunctionCall {
  constructor(
    private readonly output: OutputItem,
    private readonly call: CallItem,
    private readonly sender: EventSender,
  ) {
    output.add();
  }

  write(delta: string): void {
    if (delta === '') return;
    this.call.arguments += delta;
    const place = { ...this.output.eventFields, call_id: this.call.call_id };
    this.sender.emit('response.function_call_arguments.delta', { ...place, delta });
  }

  /** Called when the model has ended the call. Some models also end a truncated call. */
  complete(signature?: ReasoningSignature): void {
    if (signature !== undefined) this.output.stored.signature = signature;
    if (this.call.arguments.trim() === '') this.write('{}');
    this.finish(isJson(this.call.arguments) ? 'completed' : 'incomplete');
  }

  finish(status: FinalStatus): void {
    const { call_id, name, arguments: callArguments } = this.call;
    const place = { ...this.output.eventFields, call_id };
    this.sender.emit('response.function_call_arguments.done', { ...place, name, arguments: callArguments });
    this.output.finish(status);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

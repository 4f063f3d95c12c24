import { type AssistantPart } from '#canonical';
import { type StoredItem, storeItem } from '../items/stored-item.js';
import { type RealtimePorts } from '../ports.js';
import { type CallItem, type Item } from '../protocol/item.js';
import {
  type FinalStatus,
  FunctionCall,
  type OutputContext,
  OutputItem,
  WrittenMessage,
} from './output-item.js';
import { type Speaker, SpokenMessage } from './spoken-message.js';
import { type OutputStep } from './step-queue.js';

/** Writes the output items of a response, and finishes those that are open. */
export class OutputWriter {
  private readonly items: StoredItem[] = [];
  private readonly calls = new Map<number, FunctionCall>();
  private message?: WrittenMessage | SpokenMessage;
  private reasoning: AssistantPart[] = [];

  constructor(
    private readonly context: OutputContext,
    private readonly newId: RealtimePorts['newId'],
    /** Undefined for a response in text. */
    private readonly speaker?: Speaker,
  ) {}

  /** The items so far. */
  get output(): readonly StoredItem[] {
    return this.items;
  }

  async write(step: OutputStep): Promise<void> {
    switch (step.type) {
      case 'text':
        await this.writeText(step.text);
        break;
      case 'reasoning':
        this.reasoning.push(step.part);
        break;
      case 'call-start':
        this.finishMessage('completed');
        this.calls.get(step.block)?.finish('incomplete');
        this.calls.set(step.block, this.startCall(step.name));
        break;
      case 'call-arguments':
        this.calls.get(step.block)?.write(step.text);
        break;
      case 'call-end':
        this.calls.get(step.block)?.complete(step.signature);
        this.calls.delete(step.block);
        break;
    }
  }

  /** Finishes all open items. */
  close(status: FinalStatus): void {
    this.finishMessage(status);
    for (const call of this.calls.values()) call.finish(status);
    this.calls.clear();
  }

  private async writeText(text: string): Promise<void> {
    // Blank lines between calls do not start a message.
    if (this.message === undefined && text.trim() === '') return;
    this.message ??= this.startMessage();
    if (this.message instanceof WrittenMessage) this.message.write(text);
    else await this.message.say(text);
  }

  private finishMessage(status: FinalStatus): void {
    this.message?.finish(status);
    this.message = undefined;
  }

  private startMessage(): WrittenMessage | SpokenMessage {
    const output = this.newOutput({ ...this.newHead(), type: 'message', role: 'assistant', content: [] });
    const { sender } = this.context;
    return this.speaker === undefined
      ? new WrittenMessage(output, sender)
      : new SpokenMessage(output, sender, this.speaker);
  }

  private startCall(name: string): FunctionCall {
    const callId = this.newId('call');
    const item: CallItem = {
      ...this.newHead(),
      type: 'function_call',
      call_id: callId,
      name,
      arguments: '',
    };
    return new FunctionCall(this.newOutput(item), item, this.context.sender);
  }

  private newHead(): Pick<Item, 'id' | 'object' | 'status'> {
    return { id: this.newId('item'), object: 'realtime.item', status: 'in_progress' };
  }

  private newOutput(item: Item): OutputItem {
    const stored = storeItem(item, { reasoning: this.reasoning });
    this.reasoning = [];
    return new OutputItem(this.context, stored, this.items.push(stored) - 1);
  }
}

import { type ReasoningSignature } from '#canonical';
import { type EventSender } from '../event-sender.js';
import { type CallItem } from '../protocol/item.js';
import { type FinalStatus, type OutputItem } from './output-item.js';

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
    const place = { ...this.output.place, call_id: this.call.call_id };
    this.sender.emit('response.function_call_arguments.delta', { ...place, delta });
  }

  /** The model has written all its arguments, or was cut off: some models end a call even then. */
  complete(signature?: ReasoningSignature): void {
    if (signature !== undefined) this.output.stored.signature = signature;
    if (this.call.arguments.trim() === '') this.write('{}');
    this.finish(isJson(this.call.arguments) ? 'completed' : 'incomplete');
  }

  finish(status: FinalStatus): void {
    const { call_id, name, arguments: callArguments } = this.call;
    const place = { ...this.output.place, call_id };
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

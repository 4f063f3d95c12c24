import { newId } from '../openai/identifiers.js';
import type { ToolCall } from '../scenarios/answer.js';
import { jsonChunks } from '../scenarios/json-chunks.js';
import type { Item, StoredItem } from './item.js';
import type { OutputChannel, OutputItem } from './output-item.js';

const TYPE = 'response.function_call_arguments';

/** A function call, whose arguments are sent in chunks of one token. */
export class OutputCall implements OutputItem {
  readonly entry: StoredItem;
  readonly chunks: readonly string[];
  readonly text = '';
  readonly tokens = { text: 0, audio: 0 };
  readonly #item: Item & { call_id: string };
  #arguments = '';

  constructor(
    private readonly call: ToolCall,
    private readonly channel: OutputChannel,
  ) {
    this.chunks = jsonChunks(JSON.stringify(call.arguments));
    this.#item = {
      id: newId('item_'),
      object: 'realtime.item',
      type: 'function_call',
      status: 'in_progress',
      name: call.name,
      call_id: newId('call_'),
      arguments: '',
    };
    this.entry = { item: this.#item };
  }

  open(): void {
    this.channel.announce('added', this.entry);
  }

  push(chunk: string): void {
    this.#arguments += chunk;
    this.tokens.text += 1;
    this.channel.tell({ type: `${TYPE}.delta`, call_id: this.#item.call_id, delta: chunk });
  }

  close(status: 'completed' | 'incomplete'): void {
    Object.assign(this.#item, { status, arguments: this.#arguments });
    const { call_id } = this.#item;
    this.channel.tell({ type: `${TYPE}.done`, call_id, name: this.call.name, arguments: this.#arguments });
    this.channel.announce('done', this.entry);
  }
}

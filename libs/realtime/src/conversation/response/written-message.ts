import { type Outbox } from '../outbox.js';
import { type AssistantContent } from '../protocol/item.js';
import { type FinalStatus, type OutputItem } from './output-item.js';

/** A message that the client reads. */
export class WrittenMessage {
  private readonly content: AssistantContent & { type: 'output_text' } = { type: 'output_text', text: '' };
  private readonly place: Record<string, unknown>;

  constructor(
    private readonly output: OutputItem,
    private readonly outbox: Outbox,
  ) {
    this.place = { ...output.place, content_index: 0 };
    output.add();
    outbox.emit('response.content_part.added', { ...this.place, part: { type: 'text', text: '' } });
    const { item } = output.stored;
    if (item.type === 'message' && item.role === 'assistant') item.content.push(this.content);
  }

  write(delta: string): void {
    this.content.text += delta;
    this.outbox.emit('response.output_text.delta', { ...this.place, delta });
  }

  finish(status: FinalStatus): void {
    const { text } = this.content;
    this.outbox.emit('response.output_text.done', { ...this.place, text });
    this.outbox.emit('response.content_part.done', { ...this.place, part: { type: 'text', text } });
    this.output.finish(status);
  }
}

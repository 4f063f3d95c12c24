import { type EventSender } from '../event-sender.js';
import { type AssistantContent } from '../protocol/item.js';
import { type FinalStatus, type OutputItem } from './output-item.js';

/** A message in text. */
export class WrittenMessage {
  private readonly content: AssistantContent & { type: 'output_text' } = { type: 'output_text', text: '' };
  private readonly place: Record<string, unknown>;

  constructor(
    private readonly output: OutputItem,
    private readonly sender: EventSender,
  ) {
    this.place = { ...output.place, content_index: 0 };
    output.add();
    sender.emit('response.content_part.added', { ...this.place, part: { type: 'text', text: '' } });
    const { item } = output.stored;
    if (item.type === 'message' && item.role === 'assistant') item.content.push(this.content);
  }

  write(delta: string): void {
    this.content.text += delta;
    this.sender.emit('response.output_text.delta', { ...this.place, delta });
  }

  finish(status: FinalStatus): void {
    const { text } = this.content;
    this.sender.emit('response.output_text.done', { ...this.place, text });
    this.sender.emit('response.content_part.done', { ...this.place, part: { type: 'text', text } });
    this.output.finish(status);
  }
}

import { type JsonObject, type ReasoningSignature } from '#canonical';
import { type BlockPart } from './block-order.js';
import { sealCarriedSignature } from './carried-signature.js';
import { ItemWriter } from './item-writer.js';
import { UNPROVEN } from '../unproven.js';

const FIRST = { summary_index: 0 };

/** Reasoning is shown as a summary of one part: that is where clients of this format look for it. */
export class ReasoningWriter extends ItemWriter {
  private text = '';
  private isRedacted = false;
  private encryptedContent: string | undefined;

  item(): JsonObject {
    return {
      id: this.place.id,
      type: 'reasoning',
      summary: this.text === '' ? [] : [this.summary()],
      ...(this.encryptedContent === undefined ? {} : { encrypted_content: this.encryptedContent }),
    };
  }

  write(part: BlockPart): void {
    if (part.type === 'reasoning-start') this.isRedacted = part.isRedacted === true;
    if (part.type === 'reasoning-delta') this.writeText(part.text);
    if (part.type === 'reasoning-end') this.end(part.signature);
  }

  /** Makes this the item that carries the signature of the call before it. */
  proveCall(signature: ReasoningSignature): void {
    this.encryptedContent = sealCarriedSignature({ of: 'call', signature });
  }

  private writeText(text: string): void {
    if (text === '') return;
    if (this.text === '') {
      this.emit('response.reasoning_summary_part.added', { ...FIRST, part: this.summary() });
    }
    this.text += text;
    this.emit('response.reasoning_summary_text.delta', { ...FIRST, delta: text });
  }

  private end(signature: ReasoningSignature | undefined): void {
    if (signature) {
      this.encryptedContent = sealCarriedSignature({
        of: this.isRedacted ? 'redacted-reasoning' : 'reasoning',
        signature,
      });
    }
    if (this.text === '') return;
    this.encryptedContent ??= UNPROVEN;
    this.emit('response.reasoning_summary_text.done', { ...FIRST, text: this.text });
    this.emit('response.reasoning_summary_part.done', { ...FIRST, part: this.summary() });
  }

  private summary(): JsonObject {
    return { type: 'summary_text', text: this.text };
  }
}

import { type JsonObject, type ReasoningProof } from '#canonical';
import { type BlockPart } from './block-order.js';
import { sealCarriedProof } from './carried-proof.js';
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
    if (part.type === 'reasoning-end') this.end(part.proof);
  }

  /** Makes this the item that carries the proof of the call before it. */
  proveCall(proof: ReasoningProof): void {
    this.encryptedContent = sealCarriedProof({ of: 'call', proof });
  }

  private writeText(text: string): void {
    if (text === '') return;
    if (this.text === '') {
      this.emit('response.reasoning_summary_part.added', { ...FIRST, part: this.summary() });
    }
    this.text += text;
    this.emit('response.reasoning_summary_text.delta', { ...FIRST, delta: text });
  }

  private end(proof: ReasoningProof | undefined): void {
    if (proof) {
      this.encryptedContent = sealCarriedProof({
        of: this.isRedacted ? 'redacted-reasoning' : 'reasoning',
        proof,
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

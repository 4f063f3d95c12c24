import { type JsonObject, type ReasoningSignature } from '#canonical';
import { FORMAT_ID, MISSING_SIGNATURE, sealSignature } from './thought-signature.js';

/** A part of a candidate, and what the candidate says beside its content in the same chunk. */
export interface SentPart {
  part: JsonObject;
  beside: JsonObject;
}

interface HeldPart extends SentPart {
  /** What it says so far, if more text may be added to it. */
  text?: string;
}

interface HiddenReasoning {
  signature: ReasoningSignature;
  isRedacted: boolean;
}

/**
 * The parts of one candidate as they may be sent. Clients forget a turn with an empty part, and some of them a stream with
 * a chunk that has no part, so the chunk that ends a stream needs a part that says something: the last one is held back
 * for it, which of a text is its last character. The signature of reasoning that has no text goes onto the part after it.
 */
export class PartBuffer {
  private held: HeldPart | undefined;
  private hidden: HiddenReasoning | undefined;

  /** Adds a part that is whole. Returns what can be sent now. */
  add(part: JsonObject, beside: JsonObject = {}): SentPart[] {
    const carries =
      part['thought'] !== true && (part['thoughtSignature'] ?? MISSING_SIGNATURE) === MISSING_SIGNATURE;
    const sent = carries ? this.release() : this.releaseAll();
    this.held = { part: { ...part, ...this.takeHidden() }, beside };
    return sent;
  }

  /** Adds a chunk of a text that may go on. */
  addText(text: string, kind: { thought?: true } = {}): SentPart[] {
    if (text === '') return [];
    const sent = this.isContinuedBy(kind) ? [] : this.add({ text: '', ...kind });
    const { part: start = {}, text: before = '' } = this.held ?? {};
    const whole = before + text;
    const cut = findLastCharacter(whole);
    if (cut > 0) sent.push({ part: { ...start, text: whole.slice(0, cut) }, beside: {} });
    const last = whole.slice(cut);
    this.held = { part: { ...(cut > 0 ? kind : start), text: last }, beside: {}, text: last };
    return sent;
  }

  /** Ends reasoning with its signature; its text was added before, if it has any. */
  sign(
    signature: ReasoningSignature,
    { hasText, isRedacted }: { hasText: boolean; isRedacted: boolean },
  ): SentPart[] {
    if (!hasText && signature.origin !== FORMAT_ID) {
      const sent = this.hidden ? this.releaseAll() : [];
      this.hidden = { signature, isRedacted };
      return sent;
    }
    const thoughtSignature = sealSignature(signature, { isRedacted });
    if (hasText && this.held && this.isContinuedBy({ thought: true })) {
      this.held = { part: { ...this.held.part, thoughtSignature }, beside: this.held.beside };
      return [];
    }
    return this.add({ text: '', ...(hasText ? { thought: true } : {}), thoughtSignature });
  }

  /** Says something beside the part that was added last. */
  annotate(beside: JsonObject): void {
    if (this.held) this.held = { part: this.held.part, beside: { ...this.held.beside, ...beside } };
  }

  /** What was held back, the last part last. */
  end(): SentPart[] {
    return this.releaseAll();
  }

  private isContinuedBy({ thought = false }: { thought?: boolean }): boolean {
    const isSame = (this.held?.part['thought'] === true) === thought;
    return this.held?.text !== undefined && isSame && this.hidden === undefined;
  }

  private release(): SentPart[] {
    if (this.held === undefined) return [];
    const { part, beside } = this.held;
    this.held = undefined;
    return [{ part, beside }];
  }

  private releaseAll(): SentPart[] {
    const sent = this.release();
    if (this.hidden === undefined) return sent;
    const { signature, isRedacted } = this.hidden;
    this.hidden = undefined;
    const kind: JsonObject = isRedacted ? { thought: true } : {};
    sent.push({
      part: { text: '', ...kind, thoughtSignature: sealSignature(signature, { isRedacted }) },
      beside: {},
    });
    return sent;
  }

  private takeHidden(): JsonObject {
    if (this.hidden === undefined) return {};
    const { signature, isRedacted } = this.hidden;
    this.hidden = undefined;
    return { thoughtSignature: sealSignature(signature, { isRedacted, isBefore: true }) };
  }
}

/** Where the last character of a text starts; one beyond the basic plane is two code units. */
function findLastCharacter(text: string): number {
  const last = text.length - 1;
  return last > 0 && (text.codePointAt(last - 1) ?? 0) > 0xff_ff ? last - 1 : last;
}

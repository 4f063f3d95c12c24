import { type JsonObject, type ReasoningSignature } from '#canonical';
import { FORMAT_ID, MISSING_SIGNATURE, sealSignature } from './thought-signature.js';

/** A part of a candidate, and other fields of the candidate in the same chunk. */
export interface SentPart {
  part: JsonObject;
  candidateFields: JsonObject;
}

interface BufferedPart extends SentPart {
  /** The text so far, if more may follow. */
  text?: string;
}

interface PendingReasoning {
  signature: ReasoningSignature;
  isRedacted: boolean;
}

/**
 * Decides when the parts of a candidate can be sent. Some clients discard a message with an empty part, and some a
 * stream with a chunk that has no parts. So the last chunk needs a part with content: the last part is buffered for
 * it, or the last character of a text. A signature of reasoning without text is added to the next part.
 */
export class PartBuffer {
  private buffered: BufferedPart | undefined;
  private pending: PendingReasoning | undefined;

  /** Adds a complete part. Returns the parts that can be sent. */
  add(part: JsonObject, candidateFields: JsonObject = {}): SentPart[] {
    const canCarrySignature =
      part['thought'] !== true && (part['thoughtSignature'] ?? MISSING_SIGNATURE) === MISSING_SIGNATURE;
    const sent = canCarrySignature ? this.release() : this.releaseAll();
    this.buffered = { part: { ...part, ...this.takeSignature() }, candidateFields };
    return sent;
  }

  /** Adds a delta of a text that may continue. */
  addText(text: string, kind: { thought?: true } = {}): SentPart[] {
    if (text === '') return [];
    const sent = this.canContinueWith(kind) ? [] : this.add({ text: '', ...kind });
    const { part: start = {}, text: before = '' } = this.buffered ?? {};
    const whole = before + text;
    const cut = findLastCharacter(whole);
    if (cut > 0) sent.push({ part: { ...start, text: whole.slice(0, cut) }, candidateFields: {} });
    const last = whole.slice(cut);
    this.buffered = { part: { ...(cut > 0 ? kind : start), text: last }, candidateFields: {}, text: last };
    return sent;
  }

  /** Ends reasoning with its signature. Its text, if any, was added before. */
  addSignature(
    signature: ReasoningSignature,
    { hasText, isRedacted }: { hasText: boolean; isRedacted: boolean },
  ): SentPart[] {
    if (!hasText && signature.origin !== FORMAT_ID) {
      const sent = this.pending ? this.releaseAll() : [];
      this.pending = { signature, isRedacted };
      return sent;
    }
    const thoughtSignature = sealSignature(signature, { isRedacted });
    if (hasText && this.buffered && this.canContinueWith({ thought: true })) {
      this.buffered = {
        part: { ...this.buffered.part, thoughtSignature },
        candidateFields: this.buffered.candidateFields,
      };
      return [];
    }
    return this.add({ text: '', ...(hasText ? { thought: true } : {}), thoughtSignature });
  }

  /** Adds fields of the candidate to the chunk of the last part. */
  annotate(candidateFields: JsonObject): void {
    if (this.buffered)
      this.buffered = {
        part: this.buffered.part,
        candidateFields: { ...this.buffered.candidateFields, ...candidateFields },
      };
  }

  /** Returns the remaining parts. */
  end(): SentPart[] {
    return this.releaseAll();
  }

  private canContinueWith({ thought = false }: { thought?: boolean }): boolean {
    const isSame = (this.buffered?.part['thought'] === true) === thought;
    return this.buffered?.text !== undefined && isSame && this.pending === undefined;
  }

  private release(): SentPart[] {
    if (this.buffered === undefined) return [];
    const { part, candidateFields } = this.buffered;
    this.buffered = undefined;
    return [{ part, candidateFields }];
  }

  private releaseAll(): SentPart[] {
    const sent = this.release();
    if (this.pending === undefined) return sent;
    const { signature, isRedacted } = this.pending;
    this.pending = undefined;
    const kind: JsonObject = isRedacted ? { thought: true } : {};
    sent.push({
      part: { text: '', ...kind, thoughtSignature: sealSignature(signature, { isRedacted }) },
      candidateFields: {},
    });
    return sent;
  }

  private takeSignature(): JsonObject {
    if (this.pending === undefined) return {};
    const { signature, isRedacted } = this.pending;
    this.pending = undefined;
    return { thoughtSignature: sealSignature(signature, { isRedacted, isBefore: true }) };
  }
}

/** The start of the last character; characters beyond the basic plane have two code units. */
function findLastCharacter(text: string): number {
  const last = text.length - 1;
  return last > 0 && (text.codePointAt(last - 1) ?? 0) > 0xff_ff ? last - 1 : last;
}

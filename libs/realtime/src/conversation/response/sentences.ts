import { sentenceEnds } from './sentence-ends.js';

/** Nobody wants to wait for the end of a paragraph without a full stop, and speech services take only so much. */
const LONGEST_CHARACTERS = 400;
const NO_SENTENCE_END =
  /(?:^|[\s(])(?:[A-Z]|\d{1,3}|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|e\.g|i\.e|z\.B|d\.h|No|Nr)\.$/u;

/** Cuts a text that comes in pieces into sentences, to be spoken one by one. Nothing is lost, spaces included. */
export class Sentences {
  private pending = '';

  /** The sentences that are complete with this piece. */
  push(piece: string): string[] {
    this.pending += piece;
    const complete: string[] = [];
    for (let end = this.findEnd(); end !== undefined; end = this.findEnd()) {
      complete.push(this.pending.slice(0, end));
      this.pending = this.pending.slice(end);
    }
    return complete;
  }

  flush(): string | undefined {
    const rest = this.pending;
    this.pending = '';
    return rest === '' ? undefined : rest;
  }

  private findEnd(): number | undefined {
    // No further than if the text came letter by letter: what comes in one piece may be very long.
    const seen = this.pending.slice(0, LONGEST_CHARACTERS + 1);
    for (const end of sentenceEnds(seen)) {
      // More spaces may follow; they belong to this sentence.
      if (end === seen.length) break;
      const sentence = seen.slice(0, end).trimEnd();
      if (sentence !== '' && !NO_SENTENCE_END.test(sentence)) return end;
    }
    return this.pending.length > LONGEST_CHARACTERS ? this.findBreath() : undefined;
  }

  /** Where a speaker would breathe: at a comma, or else between words. */
  private findBreath(): number {
    const head = this.pending.slice(0, LONGEST_CHARACTERS);
    const comma = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(': '));
    if (comma > LONGEST_CHARACTERS / 4) return comma + 2;
    const space = head.lastIndexOf(' ');
    return space > 0 ? space + 1 : LONGEST_CHARACTERS;
  }
}

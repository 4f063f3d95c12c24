interface SpokenSentence {
  text: string;
  startMs: number;
  /** Undefined until it has been spoken. */
  endMs?: number;
}

/** Used for the first sentence, until the speed is known from a complete one. */
const DEFAULT_MS_PER_CHARACTER = 65;

/** The sentences of a text with their times in the audio. */
export class SpokenText {
  private sentences: SpokenSentence[] = [];
  private spokenMs = 0;

  get durationMs(): number {
    return this.spokenMs;
  }

  get text(): string {
    return this.sentences.map(({ text }) => text).join('');
  }

  begin(text: string): void {
    this.sentences.push({ text, startMs: this.spokenMs });
  }

  advance(ms: number): void {
    this.spokenMs += ms;
  }

  finish(): void {
    const current = this.sentences.at(-1);
    if (current !== undefined) current.endMs = this.spokenMs;
  }

  /** Ends the text now. Of an unfinished sentence, only the words spoken so far remain. */
  interrupt(): void {
    const current = this.sentences.at(-1);
    if (current !== undefined && current.endMs === undefined) this.cutAt(this.spokenMs);
  }

  /** Drops the text after this time: complete sentences, and words of the current one in proportion. */
  cutAt(audioEndMs: number): void {
    const remaining = this.sentences.filter(({ startMs }) => startMs < audioEndMs);
    const last = remaining.at(-1);
    if (last !== undefined) {
      const endMs = last.endMs ?? this.estimateEnd(last);
      const share = (audioEndMs - last.startMs) / (endMs - last.startMs);
      last.text = leadingWords(last.text, share);
      last.endMs = Math.min(endMs, audioEndMs);
    }
    this.sentences = remaining;
    this.spokenMs = Math.min(this.spokenMs, audioEndMs);
  }

  private estimateEnd(unfinished: SpokenSentence): number {
    const whole = this.sentences.filter(({ startMs, endMs }) => endMs !== undefined && endMs > startMs);
    const characters = whole.reduce((sum, { text }) => sum + text.length, 0);
    const durationMs = whole.reduce((sum, { startMs, endMs = startMs }) => sum + endMs - startMs, 0);
    const msPerCharacter = characters === 0 ? DEFAULT_MS_PER_CHARACTER : durationMs / characters;
    return Math.max(unfinished.startMs + unfinished.text.length * msPerCharacter, this.spokenMs);
  }
}

function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1).trim() !== '') end -= 1;
  return text.slice(0, end).trimEnd();
}

/** Complete words only, because half a word is not understood. */
function leadingWords(text: string, share: number): string {
  if (share >= 1) return text;
  const end = Math.floor(text.length * share);
  const head = text.slice(0, end);
  const isBetweenWords = /\s$/u.test(head) || /^\s/u.test(text.slice(end));
  return isBetweenWords ? head.trimEnd() : withoutLastWord(head);
}

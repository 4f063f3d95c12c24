interface SpokenSentence {
  text: string;
  startMs: number;
  /** Undefined while it is being spoken. */
  endMs?: number;
}

/** An estimate for an unfinished sentence, if no finished one tells the speed. */
const USUAL_MS_PER_CHARACTER = 65;

/** When each sentence of a text was spoken. */
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

  /** Ends the text here: of an unfinished sentence only the words spoken so far remain. */
  breakOff(): void {
    const current = this.sentences.at(-1);
    if (current !== undefined && current.endMs === undefined) this.cutAt(this.spokenMs);
  }

  /** Drops what was spoken after this time: whole sentences, and words of the current one in proportion. */
  cutAt(audioEndMs: number): void {
    const kept = this.sentences.filter(({ startMs }) => startMs < audioEndMs);
    const last = kept.at(-1);
    if (last !== undefined) {
      const endMs = last.endMs ?? this.guessEnd(last);
      const share = (audioEndMs - last.startMs) / (endMs - last.startMs);
      last.text = leadingWords(last.text, share);
      last.endMs = Math.min(endMs, audioEndMs);
    }
    this.sentences = kept;
    this.spokenMs = Math.min(this.spokenMs, audioEndMs);
  }

  private guessEnd(unfinished: SpokenSentence): number {
    const whole = this.sentences.filter(({ startMs, endMs }) => endMs !== undefined && endMs > startMs);
    const characters = whole.reduce((sum, { text }) => sum + text.length, 0);
    const durationMs = whole.reduce((sum, { startMs, endMs = startMs }) => sum + endMs - startMs, 0);
    const msPerCharacter = characters === 0 ? USUAL_MS_PER_CHARACTER : durationMs / characters;
    return Math.max(unfinished.startMs + unfinished.text.length * msPerCharacter, this.spokenMs);
  }
}

function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1).trim() !== '') end -= 1;
  return text.slice(0, end).trimEnd();
}

/** Whole words only: half a word was not understood. */
function leadingWords(text: string, share: number): string {
  if (share >= 1) return text;
  const end = Math.floor(text.length * share);
  const head = text.slice(0, end);
  const isBetweenWords = /\s$/u.test(head) || /^\s/u.test(text.slice(end));
  return isBetweenWords ? head.trimEnd() : withoutLastWord(head);
}

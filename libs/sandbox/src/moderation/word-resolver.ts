const LEET: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
};
/** These stand for either letter. */
const LEET_I_OR_L = /[1!|]/g;
const UNKNOWN_LETTER_COST = 3;

/** Recognises the words of a vocabulary in disguise. */
export class WordResolver {
  private readonly wordByMask = new Map<string, string>();
  private readonly beginnings = new Set<string>();

  /** Where one mask hides several words, the first of the vocabulary counts. */
  constructor(private readonly vocabulary: ReadonlySet<string>) {
    for (const word of vocabulary) {
      for (const mask of parseMasks(word)) if (!this.wordByMask.has(mask)) this.wordByMask.set(mask, word);
      for (let length = 1; length <= word.length; length += 1) this.beginnings.add(word.slice(0, length));
    }
  }

  isKnown(word: string): boolean {
    return this.vocabulary.has(word);
  }

  resolve(token: string): string | undefined {
    if (this.vocabulary.has(token)) return token;
    return this.wordByMask.get(token) ?? toDisguises(token).find((word) => this.vocabulary.has(word));
  }

  /** Cuts letters without spaces into the words that explain most of them. */
  segment(letters: string): string[] {
    const text = getLeetLetters(letters, 'i');
    const cheapest = Array.from({ length: text.length + 1 }, (_, end) => ({
      cost: end * UNKNOWN_LETTER_COST,
      from: end - 1,
    }));
    for (let from = 0; from < text.length; from += 1) {
      const costBefore = cheapest[from]?.cost ?? 0;
      offer(cheapest, from + 1, { cost: costBefore + UNKNOWN_LETTER_COST, from });
      for (const word of this.wordsAt(text, from))
        offer(cheapest, from + word.length, { cost: costBefore + 1, from });
    }
    return cut(text, cheapest);
  }

  private *wordsAt(text: string, from: number): Generator<string> {
    for (let end = from + 1; end <= text.length; end += 1) {
      const chunk = text.slice(from, end);
      if (!this.beginnings.has(chunk)) return;
      if (this.vocabulary.has(chunk)) yield chunk;
    }
  }
}

interface LastWord {
  cost: number;
  from: number;
}

function offer(cheapest: LastWord[], end: number, candidate: LastWord): void {
  if (candidate.cost < (cheapest[end]?.cost ?? 0)) cheapest[end] = candidate;
}

/** `lastWords` says where the word before each place begins. */
function cut(text: string, lastWords: readonly LastWord[]): string[] {
  const words: string[] = [];
  let end = text.length;
  while (end > 0) {
    const from = lastWords[end]?.from ?? 0;
    words.unshift(text.slice(from, end));
    end = from;
  }
  return words;
}

function toDisguises(token: string): string[] {
  const spellings = /[\d@$€!|]/.test(token)
    ? [getLeetLetters(token, 'i'), getLeetLetters(token, 'l')]
    : [token];
  return spellings.flatMap((spelling) => [spelling, ...withoutRepeats(spelling)]);
}

/** A number is left alone. */
function getLeetLetters(token: string, ambiguous: 'i' | 'l'): string {
  if (!/\p{L}/u.test(token)) return token;
  return token.replaceAll(LEET_I_OR_L, ambiguous).replaceAll(/[\d@$€]/g, (sign) => LEET[sign] ?? sign);
}

function withoutRepeats(token: string): string[] {
  if (!/(.)\1\1/.test(token)) return [];
  return [token.replaceAll(/(.)\1{2,}/g, '$1'), token.replaceAll(/(.)\1{2,}/g, '$1$1')];
}

/** The ways to hide one vowel, as in "id*ot". */
function parseMasks(word: string): string[] {
  if (word.length < 4) return [];
  return Array.from(
    word.matchAll(/[aeiou]/g),
    ({ index }) => `${word.slice(0, index)}*${word.slice(index + 1)}`,
  );
}

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
/** Each of these may stand for either letter. */
const LEET_I_OR_L = /[1!|]/g;
const UNKNOWN_LETTER_COST = 3;

/** Recognizes disguised words of a vocabulary. */
export class WordResolver {
  private readonly wordByMask = new Map<string, string>();
  private readonly prefixes = new Set<string>();

  /** If several words have the same mask, the first of the vocabulary is used. */
  constructor(private readonly vocabulary: ReadonlySet<string>) {
    for (const word of vocabulary) {
      for (const mask of buildMasks(word)) if (!this.wordByMask.has(mask)) this.wordByMask.set(mask, word);
      for (let length = 1; length <= word.length; length += 1) this.prefixes.add(word.slice(0, length));
    }
  }

  isKnown(word: string): boolean {
    return this.vocabulary.has(word);
  }

  resolve(token: string): string | undefined {
    if (this.vocabulary.has(token)) return token;
    return this.wordByMask.get(token) ?? listSpellings(token).find((word) => this.vocabulary.has(word));
  }

  /** Splits letters without spaces into the words that explain most of them. */
  segment(letters: string): string[] {
    const text = replaceLeet(letters, 'i');
    const cheapest = Array.from({ length: text.length + 1 }, (_, end) => ({
      cost: end * UNKNOWN_LETTER_COST,
      from: end - 1,
    }));
    for (let from = 0; from < text.length; from += 1) {
      const costBefore = cheapest[from]?.cost ?? 0;
      keepCheapest(cheapest, from + 1, { cost: costBefore + UNKNOWN_LETTER_COST, from });
      for (const word of this.wordsAt(text, from))
        keepCheapest(cheapest, from + word.length, { cost: costBefore + 1, from });
    }
    return splitWords(text, cheapest);
  }

  private *wordsAt(text: string, from: number): Generator<string> {
    for (let end = from + 1; end <= text.length; end += 1) {
      const chunk = text.slice(from, end);
      if (!this.prefixes.has(chunk)) return;
      if (this.vocabulary.has(chunk)) yield chunk;
    }
  }
}

interface LastWord {
  cost: number;
  from: number;
}

function keepCheapest(cheapest: LastWord[], end: number, candidate: LastWord): void {
  if (candidate.cost < (cheapest[end]?.cost ?? 0)) cheapest[end] = candidate;
}

/** `lastWords` has the start of the word before each position. */
function splitWords(text: string, lastWords: readonly LastWord[]): string[] {
  const words: string[] = [];
  let end = text.length;
  while (end > 0) {
    const from = lastWords[end]?.from ?? 0;
    words.unshift(text.slice(from, end));
    end = from;
  }
  return words;
}

function listSpellings(token: string): string[] {
  const spellings = /[\d@$€!|]/.test(token) ? [replaceLeet(token, 'i'), replaceLeet(token, 'l')] : [token];
  return spellings.flatMap((spelling) => [spelling, ...removeRepeats(spelling)]);
}

/** Numbers are unchanged. */
function replaceLeet(token: string, ambiguous: 'i' | 'l'): string {
  if (!/\p{L}/u.test(token)) return token;
  return token.replaceAll(LEET_I_OR_L, ambiguous).replaceAll(/[\d@$€]/g, (sign) => LEET[sign] ?? sign);
}

function removeRepeats(token: string): string[] {
  if (!/(.)\1\1/.test(token)) return [];
  return [token.replaceAll(/(.)\1{2,}/g, '$1'), token.replaceAll(/(.)\1{2,}/g, '$1$1')];
}

/** The spellings that hide one vowel, as in "id*ot". */
function buildMasks(word: string): string[] {
  if (word.length < 4) return [];
  return Array.from(
    word.matchAll(/[aeiou]/g),
    ({ index }) => `${word.slice(0, index)}*${word.slice(index + 1)}`,
  );
}

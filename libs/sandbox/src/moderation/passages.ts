import { expandShortForm } from './short-forms.js';
import { type WordResolver } from './word-resolver.js';

/** Long sentences are cut, so that the time for a text grows with its length only. */
const MAX_PASSAGE_WORDS = 120;
const MAX_SPELLED_LETTERS = 120;
/** What the other patterns are run on. */
const CHUNK = /\S{1,64}|\n{2,64}/g;
// bounded: 64 characters, the longest chunk.
const SENTENCE_END = /[.!?;:][^\p{L}\p{N}]*$/u;
// bounded: 64 characters, the longest chunk.
const OUTER_SIGNS = /^[^\p{L}\p{N}@$!*]+|[^\p{L}\p{N}@$*]+$/gu;
const INNER_SIGNS = /[^\p{L}\p{N}@$!*|]+/gu;
const MIN_SPELLED_LETTERS = 3;
/** Texts repeat their words; what is remembered is bounded, because an attacker's need not. */
const MAX_REMEMBERED_CHUNKS = 10_000;

interface Chunk {
  /** Without the punctuation around it. */
  core: string;
  words: readonly string[];
  endsSentence: boolean;
}

interface SpelledLetter {
  letter: string;
  startsWord: boolean;
}

/**
 * Letters of other scripts that pass for Latin ones. Fullwidth, mathematical and accented letters are not
 * listed: their decompositions already hold the Latin letter.
 */
const LOOK_ALIKES: Record<string, string> = {
  a: 'аαɑ',
  b: 'ьвƅβ',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еєεҽ',
  g: 'ɡց',
  h: 'һнհ',
  i: 'іιıɪ',
  j: 'јϳ',
  k: 'кκᴋ',
  l: 'ӏⅼ',
  m: 'мᴍ',
  n: 'пηոɴ',
  o: 'оοσօᴏ',
  p: 'рρ',
  q: 'ԛ',
  r: 'гᴦʀ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսᴜ',
  v: 'ѵνᴠ',
  w: 'ԝωшᴡ',
  x: 'хχ',
  y: 'уγүʏ',
  z: 'ᴢ',
};

const LATIN_BY_LOOK_ALIKE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
);
// built from: the letters above, as one class of single characters.
const ANY_LOOK_ALIKE = new RegExp(`[${Array.from(LATIN_BY_LOOK_ALIKE.keys()).join('')}]`, 'gu');

/** Accents, and what is not seen at all: zero-width characters, soft hyphens, direction marks. */
const UNSEEN = /[\p{M}\p{Cf}]{1,64}/gu;

/** Never Latin, and one of them decomposes into eighteen characters. */
const ARABIC_PRESENTATION_FORMS = /[\uFB50-\uFDFF\uFE70-\uFEFC]/g;

/** The sentences of a text as lists of plain words, with "," where a comma stands. */
export function readPassages(text: string, resolver: WordResolver): Iterable<string[]> {
  return new PassageReader(resolver).read(plainLetters(text));
}

class PassageReader {
  private words: string[] = [];
  private letters: SpelledLetter[] = [];
  private readonly remembered = new Map<string, Chunk>();

  constructor(private readonly resolver: WordResolver) {}

  *read(text: string): Generator<string[]> {
    let previousEnd = 0;
    for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
      const sentenceEnds = this.addChunk(chunk, index - previousEnd > 1);
      previousEnd = index + chunk.length;
      if (sentenceEnds || this.words.length >= MAX_PASSAGE_WORDS) yield this.takePassage();
    }
    this.addSpelledLetters();
    yield this.takePassage();
  }

  /** Says whether the sentence ends here. */
  private addChunk(chunk: string, isFarFromLast: boolean): boolean {
    const { core, words, endsSentence } = this.rememberChunk(chunk);
    if (core.length === 1) {
      this.letters.push({ letter: core, startsWord: isFarFromLast });
      if (this.letters.length >= MAX_SPELLED_LETTERS) this.addSpelledLetters();
      return false;
    }
    const isLoneSign = core === '' && !endsSentence;
    if (isLoneSign) return false;
    this.addSpelledLetters();
    this.words.push(...words);
    return endsSentence;
  }

  private rememberChunk(text: string): Chunk {
    const known = this.remembered.get(text);
    if (known !== undefined) return known;
    if (this.remembered.size >= MAX_REMEMBERED_CHUNKS) this.remembered.clear();
    const chunk = this.readChunk(text);
    this.remembered.set(text, chunk);
    return chunk;
  }

  private readChunk(text: string): Chunk {
    const core = text.replaceAll(OUTER_SIGNS, '');
    const words = this.readCore(core);
    if (text.endsWith(',')) words.push(',');
    return { core, words, endsSentence: SENTENCE_END.test(text) || text.startsWith('\n') };
  }

  private takePassage(): string[] {
    const passage = this.mendSplitWords(this.words);
    this.words = [];
    return passage;
  }

  private readCore(core: string): string[] {
    const contraction = expandShortForm(core);
    if (contraction.length > 1) return contraction;
    const joined = core.replaceAll(INNER_SIGNS, '');
    const whole = this.resolver.resolve(core) ?? this.resolver.resolve(joined);
    if (whole !== undefined) return expandShortForm(whole);
    const parts = core.split(INNER_SIGNS);
    if (parts.length >= MIN_SPELLED_LETTERS && parts.every((part) => part.length === 1))
      return this.resolver.segment(joined).flatMap(expandShortForm);
    return parts.flatMap((part) => this.readPart(part));
  }

  private readPart(part: string): string[] {
    const word = this.resolver.resolve(part);
    if (word !== undefined) return expandShortForm(word);
    return part.split(/[^\p{L}\p{N}]+/u).filter((chunk) => chunk !== '');
  }

  /** Takes the letters that stood alone as words spelled out ("k i l l") or, if they are few, as they are. */
  private addSpelledLetters(): void {
    const letters = this.letters;
    this.letters = [];
    if (letters.length < MIN_SPELLED_LETTERS)
      this.words.push(...letters.flatMap(({ letter }) => expandShortForm(letter)));
    else for (const spelled of spelledWords(letters)) this.words.push(...this.readSpelled(spelled));
  }

  private readSpelled(spelled: string): string[] {
    const word = this.resolver.resolve(spelled);
    return (word === undefined ? this.resolver.segment(spelled) : [word]).flatMap(expandShortForm);
  }

  /** Puts "mur der" together again where neither half is a word of interest. */
  private mendSplitWords(words: readonly string[]): string[] {
    const mended: string[] = [];
    for (const word of words) {
      const previous = mended.at(-1);
      const whole = previous === undefined ? undefined : this.mend(previous, word);
      if (whole === undefined) mended.push(word);
      else mended.splice(-1, 1, whole);
    }
    return mended;
  }

  private mend(first: string, second: string): string | undefined {
    const isLong = first.length + second.length > 12;
    if (isLong || this.resolver.isKnown(first) || this.resolver.isKnown(second)) return undefined;
    return this.resolver.isKnown(first + second) ? first + second : undefined;
  }
}

/** Wider gaps, where there are any, show where the words begin. */
function spelledWords(letters: readonly SpelledLetter[]): string[] {
  const words: string[] = [];
  for (const [index, { letter, startsWord }] of letters.entries()) {
    if (index === 0 || startsWord) words.push(letter);
    else words.push(`${words.pop() ?? ''}${letter}`);
  }
  return words;
}

/** The text in small Latin letters as far as it looks like such, whatever characters it is made of. */
function plainLetters(text: string): string {
  // Marks go first, because reordering a long run of them takes quadratic time.
  return text
    .replaceAll(UNSEEN, '')
    .replaceAll(ARABIC_PRESENTATION_FORMS, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(UNSEEN, '')
    .replaceAll(ANY_LOOK_ALIKE, (character) => LATIN_BY_LOOK_ALIKE.get(character) ?? character);
}

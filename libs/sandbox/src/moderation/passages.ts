import { expandShortForm } from './short-forms.js';
import { type WordResolver } from './word-resolver.js';

/** Long sentences are cut, so that the time is linear in the length of the text. */
const MAX_PASSAGE_WORDS = 120;
const MAX_SPELLED_LETTERS = 120;
/** The other patterns run on one chunk. */
const CHUNK = /\S{1,64}|\n{2,64}/g;
// bounded: 64 characters, the longest chunk.
const SENTENCE_END = /[.!?;:][^\p{L}\p{N}]*$/u;
// bounded: 64 characters, the longest chunk.
const OUTER_SIGNS = /^[^\p{L}\p{N}@$!*]+|[^\p{L}\p{N}@$*]+$/gu;
const INNER_SIGNS = /[^\p{L}\p{N}@$!*|]+/gu;
const MIN_SPELLED_LETTERS = 3;
/** Texts repeat their words. The cache is bounded, because an attacker's text need not. */
const MAX_CACHED_CHUNKS = 10_000;

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
 * Letters of other scripts that look like Latin ones. Fullwidth, mathematical and accented letters are not listed,
 * because their decompositions contain the Latin letter.
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

/** Accents and invisible characters: zero-width characters, soft hyphens, direction marks. */
const INVISIBLE = /[\p{M}\p{Cf}]{1,64}/gu;

/** Never Latin, and one of them decomposes into eighteen characters. */
const ARABIC_PRESENTATION_FORMS = /[\uFB50-\uFDFF\uFE70-\uFEFC]/g;

/** The sentences of a text as lists of plain words, with "," for each comma. */
export function readPassages(text: string, resolver: WordResolver): Iterable<string[]> {
  return new PassageReader(resolver).read(normalizeLetters(text));
}

class PassageReader {
  private words: string[] = [];
  private letters: SpelledLetter[] = [];
  private readonly chunkCache = new Map<string, Chunk>();

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

  /** Returns true if the sentence ends here. */
  private addChunk(chunk: string, isFarFromLast: boolean): boolean {
    const { core, words, endsSentence } = this.getChunk(chunk);
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

  private getChunk(text: string): Chunk {
    const cached = this.chunkCache.get(text);
    if (cached !== undefined) return cached;
    if (this.chunkCache.size >= MAX_CACHED_CHUNKS) this.chunkCache.clear();
    const chunk = this.readChunk(text);
    this.chunkCache.set(text, chunk);
    return chunk;
  }

  private readChunk(text: string): Chunk {
    const core = text.replaceAll(OUTER_SIGNS, '');
    const words = this.readCore(core);
    if (text.endsWith(',')) words.push(',');
    return { core, words, endsSentence: SENTENCE_END.test(text) || text.startsWith('\n') };
  }

  private takePassage(): string[] {
    const passage = this.joinSplitWords(this.words);
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

  /** Adds letters that stood alone: several as words spelled out ("k i l l"), few as single letters. */
  private addSpelledLetters(): void {
    const letters = this.letters;
    this.letters = [];
    if (letters.length < MIN_SPELLED_LETTERS)
      this.words.push(...letters.flatMap(({ letter }) => expandShortForm(letter)));
    else for (const spelled of joinSpelledLetters(letters)) this.words.push(...this.readSpelled(spelled));
  }

  private readSpelled(spelled: string): string[] {
    const word = this.resolver.resolve(spelled);
    return (word === undefined ? this.resolver.segment(spelled) : [word]).flatMap(expandShortForm);
  }

  /** Joins "mur der" if the whole is in the vocabulary and neither half is. */
  private joinSplitWords(words: readonly string[]): string[] {
    const joinedWords: string[] = [];
    for (const word of words) {
      const previous = joinedWords.at(-1);
      const whole = previous === undefined ? undefined : this.joinWords(previous, word);
      if (whole === undefined) joinedWords.push(word);
      else joinedWords.splice(-1, 1, whole);
    }
    return joinedWords;
  }

  private joinWords(first: string, second: string): string | undefined {
    const isLong = first.length + second.length > 12;
    if (isLong || this.resolver.isKnown(first) || this.resolver.isKnown(second)) return undefined;
    return this.resolver.isKnown(first + second) ? first + second : undefined;
  }
}

/** Wider gaps between letters, if there are any, separate words. */
function joinSpelledLetters(letters: readonly SpelledLetter[]): string[] {
  const words: string[] = [];
  for (const [index, { letter, startsWord }] of letters.entries()) {
    if (index === 0 || startsWord) words.push(letter);
    else words.push(`${words.pop() ?? ''}${letter}`);
  }
  return words;
}

/** The text in small Latin letters, as far as its characters look like them. */
function normalizeLetters(text: string): string {
  // Marks are removed first, because normalizing a long run of them takes quadratic time.
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(ARABIC_PRESENTATION_FORMS, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(INVISIBLE, '')
    .replaceAll(ANY_LOOK_ALIKE, (character) => LATIN_BY_LOOK_ALIKE.get(character) ?? character);
}

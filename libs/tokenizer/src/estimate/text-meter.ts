/** The features of a text that are counted. All tokenizers split texts near them, independent of their vocabulary. */
export const FEATURES = [
  'words',
  'shortWords',
  'fifthToEighthLetters',
  'laterLetters',
  'westernLetters',
  'spanishLetters',
  'portugueseLetters',
  'germanicLetters',
  'turkishLetters',
  'easternLetters',
  'vietnameseLetters',
  'digits',
  'numbers',
  'digitGroups',
  'signs',
  'signRuns',
  'gaps',
  'gapBlanks',
  'lineEnds',
  'cyrillicLetters',
  'ukrainianLetters',
  'greekLetters',
  'hebrewLetters',
  'arabicLetters',
  'devanagariLetters',
  'indicLetters',
  'cyrillicWords',
  'greekWords',
  'hebrewWords',
  'arabicWords',
  'devanagariWords',
  'indicWords',
  'thaiLetters',
  'hanCharacters',
  'hiragana',
  'katakana',
  'hangulSyllables',
  'emojis',
  'otherCharacters',
] as const;

export type Feature = (typeof FEATURES)[number];

export type FeatureCounts = Record<Feature, number>;

/** Latin letters with diacritics, by the languages in which they are frequent. */
type MarkedLetter = 'western' | 'spanish' | 'portuguese' | 'germanic' | 'turkish' | 'eastern' | 'vietnamese';
/** Alphabets of languages that separate words with spaces. */
type Script = 'cyrillic' | 'greek' | 'hebrew' | 'arabic' | 'devanagari' | 'indic';
/** Characters that are counted one by one. */
type Character = 'thai' | 'han' | 'hiragana' | 'katakana' | 'hangul' | 'emoji' | 'other';
type Kind = 'letter' | 'digit' | 'sign' | 'blank' | 'line' | MarkedLetter | Script | Character;

const CHARACTER_FEATURES: Readonly<Record<Character, Feature>> = {
  thai: 'thaiLetters',
  han: 'hanCharacters',
  hiragana: 'hiragana',
  katakana: 'katakana',
  hangul: 'hangulSyllables',
  emoji: 'emojis',
  other: 'otherCharacters',
};

const MARKED_FEATURES: Readonly<Record<MarkedLetter, Feature>> = {
  western: 'westernLetters',
  spanish: 'spanishLetters',
  portuguese: 'portugueseLetters',
  germanic: 'germanicLetters',
  turkish: 'turkishLetters',
  eastern: 'easternLetters',
  vietnamese: 'vietnameseLetters',
};

const SCRIPT_FEATURES: Readonly<Record<Script, readonly [letters: Feature, words: Feature]>> = {
  cyrillic: ['cyrillicLetters', 'cyrillicWords'],
  greek: ['greekLetters', 'greekWords'],
  hebrew: ['hebrewLetters', 'hebrewWords'],
  arabic: ['arabicLetters', 'arabicWords'],
  devanagari: ['devanagariLetters', 'devanagariWords'],
  indic: ['indicLetters', 'indicWords'],
};

/** The last UTF-16 code unit of each range, and the kind of its characters. */
const RANGES: readonly (readonly [end: number, kind: Kind])[] = [
  [0xbf, 'other'],
  [0x36f, 'eastern'],
  [0x3ff, 'greek'],
  [0x52f, 'cyrillic'],
  [0x58f, 'greek'],
  [0x5ff, 'hebrew'],
  [0x8ff, 'arabic'],
  [0x97f, 'devanagari'],
  [0xdff, 'indic'],
  [0x109f, 'thai'],
  [0x10ff, 'greek'],
  [0x11ff, 'hangul'],
  [0x17ff, 'thai'],
  [0x1eff, 'vietnamese'],
  [0x1fff, 'greek'],
  [0x303f, 'other'],
  [0x309f, 'hiragana'],
  [0x30ff, 'katakana'],
  [0x33ff, 'other'],
  [0x9fff, 'han'],
  [0xabff, 'other'],
  [0xd7ff, 'hangul'],
  [0xdfff, 'emoji'],
];

const MARKED_LETTERS: readonly (readonly [kind: MarkedLetter, letters: string])[] = [
  ['western', 'àâèéêëîïôùûçœÀÂÈÉÊËÎÏÔÙÛÇŒ'],
  ['spanish', 'áíóúñÁÍÓÚÑ'],
  ['portuguese', 'ãõÃÕ'],
  ['germanic', 'äöüßåæøÄÖÜÅÆØ'],
  ['turkish', 'ıİğşĞŞ'],
  ['vietnamese', 'đĐơưƠƯ'],
];
/** Letters that Russian does not have. */
const UKRAINIAN_LETTERS: ReadonlySet<number> = new Set(
  'іїєґІЇЄҐ'.split('').map((letter) => letter.charCodeAt(0)),
);

const KINDS: readonly Kind[] = buildKinds();

/** Counts the features of a text that arrives in chunks. */
export class TextMeter {
  readonly counts: FeatureCounts = Object.fromEntries(FEATURES.map((name) => [name, 0])) as FeatureCounts;
  private previousKind: Kind | undefined;
  private wasInWord = false;
  private wordLength = 0;
  private numberLength = 0;
  private gapLength = 0;
  private wasLower = false;

  push(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.countCharacter(text.charCodeAt(at));
  }

  private countCharacter(code: number): void {
    const kind = KINDS[code] ?? 'other';
    const isNew = kind !== this.previousKind;
    const isInWord = this.countLatin(kind, code);
    if (!isInWord) this.countOther(kind, code, isNew);
    this.previousKind = kind;
    this.wasInWord = isInWord;
  }

  /** Returns true if the character is a Latin letter, with or without diacritics. */
  private countLatin(kind: Kind, code: number): boolean {
    if (kind === 'letter') {
      this.countLetter(code);
      return true;
    }
    if (!isMarkedLetter(kind)) return false;
    this.counts[MARKED_FEATURES[kind]] += 1;
    this.countLetter(code);
    return true;
  }

  /** A word ends before another kind of character, and before a capital after a small letter. */
  private countLetter(code: number): void {
    const { counts } = this;
    const isCapital = code >= 0x41 && code <= 0x5a;
    if (!this.wasInWord || (isCapital && this.wasLower)) {
      counts.words += 1;
      counts.shortWords += 1;
      this.wordLength = 1;
    } else {
      this.wordLength += 1;
      if (this.wordLength === 4) counts.shortWords -= 1;
      if (this.wordLength > 8) counts.laterLetters += 1;
      else if (this.wordLength > 4) counts.fifthToEighthLetters += 1;
    }
    this.wasLower = !isCapital;
  }

  private countOther(kind: Kind, code: number, isNew: boolean): void {
    const { counts } = this;
    switch (kind) {
      case 'digit':
        return this.countDigit(isNew);
      case 'sign':
        counts.signs += 1;
        if (isNew) counts.signRuns += 1;
        return;
      case 'blank':
        this.gapLength = isNew ? 1 : this.gapLength + 1;
        if (this.gapLength === 2) counts.gaps += 1;
        if (this.gapLength >= 2) counts.gapBlanks += 1;
        return;
      case 'line':
        if (isNew) counts.lineEnds += 1;
        return;
      default:
        return this.countNonLatin(kind, code, isNew);
    }
  }

  private countDigit(isNew: boolean): void {
    const { counts } = this;
    this.numberLength = isNew ? 1 : this.numberLength + 1;
    counts.digits += 1;
    if (isNew) counts.numbers += 1;
    if (this.numberLength % 3 === 1) counts.digitGroups += 1;
  }

  private countNonLatin(kind: Kind, code: number, isNew: boolean): void {
    const { counts } = this;
    if (isCharacter(kind)) {
      counts[CHARACTER_FEATURES[kind]] += 1;
      return;
    }
    if (!isScript(kind)) return;
    const [letters, words] = SCRIPT_FEATURES[kind];
    counts[letters] += 1;
    if (isNew) counts[words] += 1;
    if (kind === 'cyrillic' && UKRAINIAN_LETTERS.has(code)) counts.ukrainianLetters += 1;
  }
}

function isMarkedLetter(kind: Kind): kind is MarkedLetter {
  return kind in MARKED_FEATURES;
}

function isCharacter(kind: Kind): kind is Character {
  return kind in CHARACTER_FEATURES;
}

function isScript(kind: Kind): kind is Script {
  return kind in SCRIPT_FEATURES;
}

/** Indexed by code unit, so that classifying a character needs no search. */
function buildKinds(): Kind[] {
  const kinds = Array.from({ length: 0x10000 }, (): Kind => 'other');
  let start = 0x80;
  for (const [end, kind] of RANGES) {
    kinds.fill(kind, start, end + 1);
    start = end + 1;
  }
  for (let code = 0; code < 0x80; code += 1) kinds[code] = classifyAscii(code);
  for (const [kind, letters] of MARKED_LETTERS) {
    for (const letter of letters) kinds[letter.charCodeAt(0)] = kind;
  }
  return kinds;
}

function classifyAscii(code: number): Kind {
  if (code === 0x20 || code === 0x09) return 'blank';
  if (code === 0x0a || code === 0x0d) return 'line';
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return 'letter';
  return /\d/.test(character) ? 'digit' : 'sign';
}

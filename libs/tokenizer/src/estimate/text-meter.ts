/** What is counted of a text. Tokenizers cut at about these places, whatever their vocabulary. */
export const FEATURES = [
  'words',
  'fifthToEighthLetters',
  'laterLetters',
  'accentedLetters',
  'digits',
  'numbers',
  'signs',
  'signRuns',
  'gaps',
  'lineEnds',
  'cyrillicLetters',
  'greekLetters',
  'hebrewLetters',
  'arabicLetters',
  'devanagariLetters',
  'indicLetters',
  'thaiLetters',
  'vietnameseLetters',
  'otherWords',
  'hanCharacters',
  'kanaCharacters',
  'hangulSyllables',
  'otherCharacters',
] as const;

export type Feature = (typeof FEATURES)[number];

export type FeatureCounts = Record<Feature, number>;

type Kind =
  | 'letter'
  | 'accented'
  | 'digit'
  | 'sign'
  | 'blank'
  | 'line'
  | 'cyrillic'
  | 'greek'
  | 'hebrew'
  | 'arabic'
  | 'devanagari'
  | 'indic'
  | 'thai'
  | 'vietnamese'
  | 'han'
  | 'kana'
  | 'hangul'
  | 'other';

/** Up to which code unit each kind reaches; what lies between is of another. */
const RANGES: readonly (readonly [end: number, kind: Kind])[] = [
  [0xbf, 'other'],
  [0x24f, 'accented'],
  [0x36f, 'accented'],
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
  [0x30ff, 'kana'],
  [0x33ff, 'other'],
  [0x9fff, 'han'],
  [0xabff, 'other'],
  [0xd7ff, 'hangul'],
];

const KINDS: readonly Kind[] = Array.from({ length: 0x80 }, (_, code) => classifyAscii(code));

/** Takes the measure of a text that comes in chunks: what its tokens are estimated from. */
export class TextMeter {
  readonly counts: FeatureCounts = Object.fromEntries(FEATURES.map((name) => [name, 0])) as FeatureCounts;
  private last: Kind | undefined;
  private wordLength = 0;
  private gapLength = 0;
  private wasLower = false;

  push(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.take(text.charCodeAt(at));
  }

  private take(code: number): void {
    const kind = (code < 0x80 ? KINDS[code] : undefined) ?? classify(code);
    const isNew = kind !== this.last;
    this.count(kind, code, isNew);
    this.last = kind;
  }

  private count(kind: Kind, code: number, isNew: boolean): void {
    const { counts } = this;
    switch (kind) {
      case 'accented':
        counts.accentedLetters += 1;
        return this.countLetter(code);
      case 'vietnamese':
        counts.vietnameseLetters += 1;
        return this.countLetter(code);
      case 'letter':
        return this.countLetter(code);
      case 'digit':
        counts.digits += 1;
        if (isNew) counts.numbers += 1;
        return;
      case 'sign':
        counts.signs += 1;
        if (isNew) counts.signRuns += 1;
        return;
      case 'blank':
        this.gapLength = isNew ? 1 : this.gapLength + 1;
        if (this.gapLength === 2) counts.gaps += 1;
        return;
      case 'line':
        if (isNew) counts.lineEnds += 1;
        return;
      default:
        return this.countForeign(kind, isNew);
    }
  }

  /** A word ends where another kind of character follows, or a capital behind a small letter. */
  private countLetter(code: number): void {
    const { counts } = this;
    const isInWord = this.last === 'letter' || this.last === 'accented' || this.last === 'vietnamese';
    const isCapital = code >= 0x41 && code <= 0x5a;
    if (!isInWord || (isCapital && this.wasLower)) {
      counts.words += 1;
      this.wordLength = 1;
    } else {
      this.wordLength += 1;
      if (this.wordLength > 8) counts.laterLetters += 1;
      else if (this.wordLength > 4) counts.fifthToEighthLetters += 1;
    }
    this.wasLower = !isCapital;
  }

  private countForeign(kind: Kind, isNew: boolean): void {
    const { counts } = this;
    switch (kind) {
      case 'cyrillic':
        counts.cyrillicLetters += 1;
        break;
      case 'greek':
        counts.greekLetters += 1;
        break;
      case 'hebrew':
        counts.hebrewLetters += 1;
        break;
      case 'arabic':
        counts.arabicLetters += 1;
        break;
      case 'devanagari':
        counts.devanagariLetters += 1;
        break;
      case 'indic':
        counts.indicLetters += 1;
        break;
      case 'thai':
        counts.thaiLetters += 1;
        return;
      case 'han':
        counts.hanCharacters += 1;
        return;
      case 'kana':
        counts.kanaCharacters += 1;
        return;
      case 'hangul':
        counts.hangulSyllables += 1;
        return;
      default:
        counts.otherCharacters += 1;
        return;
    }
    if (isNew) counts.otherWords += 1;
  }
}

function classifyAscii(code: number): Kind {
  if (code === 0x20 || code === 0x09) return 'blank';
  if (code === 0x0a || code === 0x0d) return 'line';
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return 'letter';
  return /\d/.test(character) ? 'digit' : 'sign';
}

function classify(code: number): Kind {
  return RANGES.find(([end]) => code <= end)?.[1] ?? 'other';
}

import { DIGITS_AND_SIGNS } from './digits-and-signs.js';
import { FURTHER_CHARACTERS } from './further-characters.js';
import { CAPITAL_HEIGHT, type Glyph, dot } from './glyph.js';
import { CAPITAL_LETTERS, SMALL_LETTERS } from './letters.js';

const TABLE = { ...CAPITAL_LETTERS, ...SMALL_LETTERS, ...DIGITS_AND_SIGNS, ...FURTHER_CHARACTERS };

const TALL_SMALL_LETTERS = /[bdfhklt]/;
const DOTLESS: Readonly<Record<string, string>> = { i: 'ı', j: 'ȷ' };
const RISE_OVER_TALL_LETTERS = -6;
/** More code units than any real character has. Normalizing very many marks takes long. */
const MAX_CODE_UNITS = 32;
const RISE_OF_A_SECOND_MARK = -4.6;

/** Which numbers of a command are x, y or lengths (l). Others are unchanged. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  M: 'xy',
  L: 'xy',
  H: 'x',
  V: 'y',
  C: 'xyxyxy',
  A: 'll---xy',
  Z: '',
};

interface Placement {
  x: number;
  y: number;
  scale: number;
}

/**
 * Marks that combine with a letter, by code point. They are centered on x = 0. Those above use the space over a small
 * letter (0 to 4), those below start at the baseline.
 */
const MARKS_ABOVE: Readonly<Record<string, string>> = {
  '\u0300': 'M-2.4 0L0.8 3.6',
  '\u0301': 'M2.4 0L-0.8 3.6',
  '\u0302': 'M-3.2 3.6L0 0.2L3.2 3.6',
  '\u0303': 'M-3.8 3C-3.2 1.4 -2.4 0.8 -1.6 0.8C0 0.8 0.2 2.8 1.8 2.8C2.6 2.8 3.4 2.2 3.8 0.8',
  '\u0304': 'M-3.2 2H3.2',
  '\u0306': 'M-3.2 0.4C-2.8 2.4 -1.6 3.4 0 3.4C1.6 3.4 2.8 2.4 3.2 0.4',
  '\u0307': dot(0, 1.6),
  '\u0308': `${dot(-2.8, 1.6)}${dot(2.8, 1.6)}`,
  '\u0309': 'M-1.2 0C0.4 -0.6 1.8 0.2 1.6 1.4C1.4 2.4 0.2 2.4 0 3.8',
  '\u030a': 'M0 -0.6A2.3 2.3 0 0 1 0 4A2.3 2.3 0 0 1 0 -0.6Z',
  '\u030b': 'M-0.4 0L-2.8 3.6M4 0L1.6 3.6',
  '\u030c': 'M-3.2 0.2L0 3.6L3.2 0.2',
};

const MARKS_BELOW: Readonly<Record<string, string>> = {
  '\u0323': dot(0, 24.4),
  '\u0326': 'M0.4 23V23.4L-0.6 26',
  '\u0327': 'M0.2 20V22C2.2 22.2 2.8 23.2 2.6 24.4C2.4 25.8 0.6 26.6 -1.8 26',
  '\u0328': 'M2.4 20C0.4 21.6 -0.2 23 0.2 24.4C0.6 25.8 2 26.2 3.6 25.6',
};

/** The glyph of one character, which may have several code points: a letter and its marks. */
export function findGlyph(character: string): Glyph {
  return findDrawnGlyph(character) ?? composeGlyph(character) ?? buildBoxGlyph(character);
}

function findDrawnGlyph(character: string): Glyph | undefined {
  const entry = Object.hasOwn(TABLE, character) ? TABLE[character] : undefined;
  return entry === undefined ? undefined : { advance: entry[0], path: entry[1] };
}

function composeGlyph(character: string): Glyph | undefined {
  if (character.length > MAX_CODE_UNITS) return undefined;
  const [letter = '', ...marks] = character.normalize('NFD');
  const hasMarkAbove = marks.some((mark) => mark in MARKS_ABOVE);
  const base = findDrawnGlyph(hasMarkAbove ? (DOTLESS[letter] ?? letter) : letter);
  if (base === undefined || marks.length === 0) return undefined;
  const x = base.advance / 2;
  let y = /\p{Lu}/u.test(letter) || TALL_SMALL_LETTERS.test(letter) ? RISE_OVER_TALL_LETTERS : 0;
  let path = base.path;
  for (const mark of marks) {
    const above = MARKS_ABOVE[mark];
    const below = MARKS_BELOW[mark];
    if (above === undefined && below === undefined) return undefined;
    if (below !== undefined) path += transformPath(below, { x, y: 0, scale: 1 });
    if (above !== undefined) {
      path += transformPath(above, { x, y, scale: 1 });
      y += RISE_OF_A_SECOND_MARK;
    }
  }
  return { advance: base.advance, path };
}

/** Characters without a glyph are shown by their code point, two or three digits per row. */
function buildBoxGlyph(character: string): Glyph {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const columnCount = Math.ceil(code.length / 2);
  const rows = [code.slice(0, columnCount), code.slice(columnCount)];
  const scale = 0.36;
  const columnWidth = 6.4;
  const width = columnCount * columnWidth + 2.6;
  const digits = rows.flatMap((row, rowIndex) =>
    Array.from(row, (digit, column) => {
      const glyph = findDrawnGlyph(digit) ?? { advance: 0, path: '' };
      const x = 3.3 + column * columnWidth + (columnWidth - glyph.advance * scale) / 2;
      return transformPath(glyph.path, { x, y: 2.2 + rowIndex * 9, scale });
    }),
  );
  const box = `M2 -0.6H${width + 2}V${CAPITAL_HEIGHT + 0.6}H2Z`;
  return { advance: width + 4, path: '', finePath: box + digits.join('') };
}

/** Scales path data and then moves it. */
export function transformPath(path: string, { x, y, scale }: Placement): string {
  return path.replaceAll(/([A-Z])([^A-Z]*)/g, (_whole, command: string, numbers: string) => {
    const roles = ARGUMENTS[command] ?? '';
    const transformed = numbers
      .trim()
      .split(/\s+/)
      .filter((number) => number !== '')
      .map((text, index) => {
        const number = Number(text);
        const role = roles[index % roles.length];
        if (role === 'x') return round(x + number * scale);
        if (role === 'y') return round(y + number * scale);
        return role === 'l' ? round(number * scale) : number;
      });
    return command + transformed.join(' ');
  });
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

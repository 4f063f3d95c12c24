import { CAPITAL_LETTERS } from './capital-letters.js';
import { DIGITS_AND_SIGNS } from './digits-and-signs.js';
import { FURTHER_CHARACTERS } from './further-characters.js';
import { CAPITAL_HEIGHT, type Glyph } from './glyph.js';
import { MARKS_ABOVE, MARKS_BELOW } from './marks.js';
import { placePath } from './place-path.js';
import { SMALL_LETTERS } from './small-letters.js';

const TABLE = { ...CAPITAL_LETTERS, ...SMALL_LETTERS, ...DIGITS_AND_SIGNS, ...FURTHER_CHARACTERS };

const TALL_SMALL_LETTERS = /[bdfhklt]/;
const DOTLESS: Readonly<Record<string, string>> = { i: 'ı', j: 'ȷ' };
const RISE_OVER_TALL_LETTERS = -6;
/** More marks than anything is written with; ordering very many takes long. */
const MAX_CODE_UNITS = 32;
const RISE_OF_A_SECOND_MARK = -4.6;

/** The glyph of one character, which may be several code points: a letter and its marks. */
export function findGlyph(character: string): Glyph {
  return drawn(character) ?? composed(character) ?? boxed(character);
}

function drawn(character: string): Glyph | undefined {
  const entry = Object.hasOwn(TABLE, character) ? TABLE[character] : undefined;
  return entry === undefined ? undefined : { advance: entry[0], path: entry[1] };
}

function composed(character: string): Glyph | undefined {
  if (character.length > MAX_CODE_UNITS) return undefined;
  const [letter = '', ...marks] = character.normalize('NFD');
  const hasMarkAbove = marks.some((mark) => mark in MARKS_ABOVE);
  const base = drawn(hasMarkAbove ? (DOTLESS[letter] ?? letter) : letter);
  if (base === undefined || marks.length === 0) return undefined;
  const x = base.advance / 2;
  let y = /\p{Lu}/u.test(letter) || TALL_SMALL_LETTERS.test(letter) ? RISE_OVER_TALL_LETTERS : 0;
  let path = base.path;
  for (const mark of marks) {
    const above = MARKS_ABOVE[mark];
    const below = MARKS_BELOW[mark];
    if (above === undefined && below === undefined) return undefined;
    if (below !== undefined) path += placePath(below, { x, y: 0, scale: 1 });
    if (above !== undefined) {
      path += placePath(above, { x, y, scale: 1 });
      y += RISE_OF_A_SECOND_MARK;
    }
  }
  return { advance: base.advance, path };
}

/** What this pen cannot draw is shown by its code point, two or three digits to a row. */
function boxed(character: string): Glyph {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const inRow = Math.ceil(code.length / 2);
  const rows = [code.slice(0, inRow), code.slice(inRow)];
  const scale = 0.36;
  const columnWidth = 6.4;
  const width = inRow * columnWidth + 2.6;
  const digits = rows.flatMap((row, rowIndex) =>
    Array.from(row, (digit, column) => {
      const glyph = drawn(digit) ?? { advance: 0, path: '' };
      const x = 3.3 + column * columnWidth + (columnWidth - glyph.advance * scale) / 2;
      return placePath(glyph.path, { x, y: 2.2 + rowIndex * 9, scale });
    }),
  );
  const box = `M2 -0.6H${width + 2}V${CAPITAL_HEIGHT + 0.6}H2Z`;
  return { advance: width + 4, path: '', finePath: box + digits.join('') };
}

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

/** The text in small Latin letters as far as it looks like such, whatever characters it is made of. */
export function plainLetters(text: string): string {
  // Marks go first, because reordering a long run of them takes quadratic time.
  return text
    .replaceAll(UNSEEN, '')
    .replaceAll(ARABIC_PRESENTATION_FORMS, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(UNSEEN, '')
    .replaceAll(ANY_LOOK_ALIKE, (character) => LATIN_BY_LOOK_ALIKE.get(character) ?? character);
}

import { type Phoneme, readPhonemes } from './phoneme.js';

const BELOW_TWENTY =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: readonly (readonly [bigint, string])[] = [
  [1_000_000_000_000n, 'trillion'],
  [1_000_000_000n, 'billion'],
  [1_000_000n, 'million'],
  [1000n, 'thousand'],
];
const MAX_CARDINAL_DIGITS = 15;

const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

const LETTER_NAMES = new Map(
  `a EY1; b B IY1; c S IY1; d D IY1; e IY1; f EH1 F; g JH IY1; h EY1 CH; i AY1; j JH EY1; k K EY1; l EH1 L; m EH1 M;
  n EH1 N; o OW1; p P IY1; q K Y UW1; r AA1 R; s EH1 S; t T IY1; u Y UW1; v V IY1; w D AH1 B AX L Y UW; x EH1 K S;
  y W AY1; z Z IY1`
    .split(';')
    .map((entry): [string, Phoneme[]] => {
      const [letter = '', ...phonemes] = entry.trim().split(' ');
      return [letter, readPhonemes(phonemes.join(' '))];
    }),
);

/** The words of a number such as `42`, `1999`, `007`, `1,234` or `3.14`. */
export function numberWords(digits: string): string[] {
  const [whole = '', fraction] = digits.split('.');
  return [...wholeWords(whole), ...(fraction === undefined ? [] : ['point', ...digitWords(fraction)])];
}

/** The words of an ordinal such as `1st` or `22nd`, given its digits. */
export function ordinalWords(digits: string): string[] {
  const words = wholeWords(digits);
  const last = words.pop() ?? '';
  return [
    ...words,
    IRREGULAR_ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  ];
}

function wholeWords(digits: string): string[] {
  const plain = digits.replaceAll(',', '');
  if (plain.length > MAX_CARDINAL_DIGITS || /^0\d/.test(plain)) return digitWords(plain);
  const number = BigInt(plain);
  return /^1[1-9]\d\d$/.test(digits) ? yearWords(number) : cardinalWords(number);
}

function digitWords(digits: string): string[] {
  return Array.from(digits, (digit) => BELOW_TWENTY[Number(digit)] ?? '');
}

function yearWords(year: bigint): string[] {
  const rest = year % 100n;
  const century = cardinalWords(year / 100n);
  if (rest === 0n) return [...century, 'hundred'];
  return [...century, ...(rest < 10n ? ['oh'] : []), ...cardinalWords(rest)];
}

function cardinalWords(number: bigint): string[] {
  for (const [scale, name] of SCALES) {
    if (number >= scale) return [...cardinalWords(number / scale), name, ...restWords(number % scale)];
  }
  if (number >= 100n) return [...cardinalWords(number / 100n), 'hundred', ...restWords(number % 100n)];
  if (number < 20n) return [BELOW_TWENTY[Number(number)] ?? ''];
  return [TENS[Number(number / 10n)] ?? '', ...restWords(number % 10n)];
}

function restWords(number: bigint): string[] {
  return number === 0n ? [] : cardinalWords(number);
}

/** The names of the letters of an abbreviation, each as a word. */
export function spellOut(letters: string): Phoneme[][] {
  return Array.from(letters).flatMap((letter) => {
    const name = LETTER_NAMES.get(letter);
    return name === undefined ? [] : [name];
  });
}

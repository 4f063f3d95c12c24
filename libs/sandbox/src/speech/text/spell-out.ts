import { type Phoneme, readPhonemes } from './phoneme.js';

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

/** The names of the letters of an abbreviation, each as a word. */
export function spellOut(letters: string): Phoneme[][] {
  return Array.from(letters).flatMap((letter) => {
    const name = LETTER_NAMES.get(letter);
    return name === undefined ? [] : [name];
  });
}

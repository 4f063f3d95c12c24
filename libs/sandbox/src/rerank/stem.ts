const DOUBLED_ENDING = /([bdfgmnprt])\1$/;

/** Takes plurals, -ing and -ed off English words, so that "hiking boots" finds "a boot to hike in". */
export function stem(word: string): string {
  const singular = withoutPlural(word);
  const base = withoutEnding(singular, 'ing') ?? withoutEnding(singular, 'ed') ?? singular;
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Leaves "king" and "red" alone: what remains must be a syllable of three letters or more. */
function withoutEnding(word: string, ending: 'ing' | 'ed'): string | undefined {
  if (!word.endsWith(ending)) return undefined;
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !/[aeiouy]/.test(base)) return undefined;
  return DOUBLED_ENDING.test(base) ? base.slice(0, -1) : base;
}

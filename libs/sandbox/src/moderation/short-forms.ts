const SHORT_FORMS = new Map(
  Object.entries({
    im: 'i am',
    ive: 'i have',
    dont: 'do not',
    cant: 'can not',
    cannot: 'can not',
    wont: 'will not',
    youre: 'you are',
    ur: 'your',
    u: 'you',
    ya: 'you',
    r: 'are',
    gonna: 'going to',
    wanna: 'want to',
    em: 'them',
    anymore: 'any more',
  }),
);

const ENDINGS = new Map(Object.entries({ ll: 'will', re: 'are', m: 'am', ve: 'have', d: 'would', t: 'not' }));
const STEMS_BEFORE_NOT = new Map(Object.entries({ ca: 'can', wo: 'will', sha: 'shall' }));
const CONTRACTION = /^(\p{L}+?)(n?)['’`](\p{L}+)$/u;

export const SHORT_FORM_WORDS: readonly string[] = Array.from(SHORT_FORMS.keys());

/** The words of a short form: "can't" has two. */
export function expandShortForm(word: string): string[] {
  const expanded = SHORT_FORMS.get(word);
  if (expanded !== undefined) return expanded.split(' ');
  const [, stem = '', n = '', ending = ''] = CONTRACTION.exec(word) ?? [];
  if (stem === '') return [word];
  if (n === 'n' && ending === 't') return [STEMS_BEFORE_NOT.get(stem) ?? stem, 'not'];
  const second = ENDINGS.get(ending);
  return second === undefined ? [stem + n] : [stem + n, second];
}

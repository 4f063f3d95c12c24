/** No script stacks more marks than that, and putting a long run of them in order takes quadratic time. */
const MARKS_BEYOND_REASON = /(?<=\p{M}{8})\p{M}/gu;
const APOSTROPHES = /['’]/g;

/** Without the differences that do not matter: case, width, composition, apostrophes. */
export function foldText(text: string): string {
  return text.replaceAll(MARKS_BEYOND_REASON, '').normalize('NFKC').toLowerCase().replaceAll(APOSTROPHES, '');
}

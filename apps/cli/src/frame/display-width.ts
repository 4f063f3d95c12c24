const segmenter = new Intl.Segmenter();
/** Scripts and symbols that take two cells of a terminal. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const INVISIBLE = /^[\p{Mark}\p{Format}]+$/u;
const UNPRINTABLE = /[\p{Control}\u2028\u2029]/gu;
const ELLIPSIS = '…';

/** How many cells of a terminal a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += toWidth(segment);
  return width;
}

/** A text of at most `width` cells; one that was longer ends with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = displayWidth(ELLIPSIS);
  for (const { segment } of segmenter.segment(text)) {
    used += toWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return kept + ELLIPSIS;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** What others named must not move the cursor or change colours: control characters become visible. */
export function printable(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function toWidth(segment: string): number {
  if (INVISIBLE.test(segment)) return 0;
  return WIDE.test(segment) ? 2 : 1;
}

const segmenter = new Intl.Segmenter();
/** Scripts and symbols that are two terminal cells wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const INVISIBLE = /^[\p{Mark}\p{Format}]+$/u;
const UNPRINTABLE = /[\p{Control}\u2028\u2029]/gu;
const ELLIPSIS = '…';

/** The width of a text in terminal cells. */
export function getDisplayWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += getSegmentWidth(segment);
  return width;
}

/** Shortens a text to at most `width` cells. A shortened text ends with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (getDisplayWidth(text) <= width) return text;
  let start = '';
  let used = getDisplayWidth(ELLIPSIS);
  for (const { segment } of segmenter.segment(text)) {
    used += getSegmentWidth(segment);
    if (used > width) break;
    start += segment;
  }
  return start + ELLIPSIS;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - getDisplayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - getDisplayWidth(text))) + text;
}

/** Makes control characters visible, so that a name from another user cannot move the cursor or change colours. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function getSegmentWidth(segment: string): number {
  if (INVISIBLE.test(segment)) return 0;
  return WIDE.test(segment) ? 2 : 1;
}

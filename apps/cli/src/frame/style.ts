type Paint = (text: string) => string;

/** Text styles on a terminal. Without colours the text stays unchanged. */
export interface Style {
  heading: Paint;
  good: Paint;
  warning: Paint;
  bad: Paint;
  faint: Paint;
}

const createPaint =
  (on: number, off: number): Paint =>
  (text) =>
    `\u001b[${on}m${text}\u001b[${off}m`;
const plain: Paint = (text) => text;

export function createStyle(hasColours: boolean): Style {
  if (!hasColours) return { heading: plain, good: plain, warning: plain, bad: plain, faint: plain };
  return {
    heading: createPaint(1, 22),
    good: createPaint(32, 39),
    warning: createPaint(33, 39),
    bad: createPaint(31, 39),
    faint: createPaint(2, 22),
  };
}

type Paint = (text: string) => string;

/** How things look on a terminal; elsewhere they look like nothing. */
export interface Style {
  heading: Paint;
  good: Paint;
  warning: Paint;
  bad: Paint;
  faint: Paint;
}

const escape =
  (on: number, off: number): Paint =>
  (text) =>
    `\u001b[${on}m${text}\u001b[${off}m`;
const plain: Paint = (text) => text;

export function styleFor(hasColours: boolean): Style {
  if (!hasColours) return { heading: plain, good: plain, warning: plain, bad: plain, faint: plain };
  return {
    heading: escape(1, 22),
    good: escape(32, 39),
    warning: escape(33, 39),
    bad: escape(31, 39),
    faint: escape(2, 22),
  };
}

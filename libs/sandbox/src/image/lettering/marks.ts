import { dot } from './dot.js';

/**
 * Marks that combine with a letter, by their code point. Drawn around x = 0, those above in the room over
 * a small letter (0 to 4), those below from the baseline down.
 */
export const MARKS_ABOVE: Readonly<Record<string, string>> = {
  '\u0300': 'M-2.4 0L0.8 3.6',
  '\u0301': 'M2.4 0L-0.8 3.6',
  '\u0302': 'M-3.2 3.6L0 0.2L3.2 3.6',
  '\u0303': 'M-3.8 3C-3.2 1.4 -2.4 0.8 -1.6 0.8C0 0.8 0.2 2.8 1.8 2.8C2.6 2.8 3.4 2.2 3.8 0.8',
  '\u0304': 'M-3.2 2H3.2',
  '\u0306': 'M-3.2 0.4C-2.8 2.4 -1.6 3.4 0 3.4C1.6 3.4 2.8 2.4 3.2 0.4',
  '\u0307': dot(0, 1.6),
  '\u0308': `${dot(-2.8, 1.6)}${dot(2.8, 1.6)}`,
  '\u0309': 'M-1.2 0C0.4 -0.6 1.8 0.2 1.6 1.4C1.4 2.4 0.2 2.4 0 3.8',
  '\u030a': 'M0 -0.6A2.3 2.3 0 0 1 0 4A2.3 2.3 0 0 1 0 -0.6Z',
  '\u030b': 'M-0.4 0L-2.8 3.6M4 0L1.6 3.6',
  '\u030c': 'M-3.2 0.2L0 3.6L3.2 0.2',
};

export const MARKS_BELOW: Readonly<Record<string, string>> = {
  '\u0323': dot(0, 24.4),
  '\u0326': 'M0.4 23V23.4L-0.6 26',
  '\u0327': 'M0.2 20V22C2.2 22.2 2.8 23.2 2.6 24.4C2.4 25.8 0.6 26.6 -1.8 26',
  '\u0328': 'M2.4 20C0.4 21.6 -0.2 23 0.2 24.4C0.6 25.8 2 26.2 3.6 25.6',
};

/** Told apart in light and dark, and in this order also by people who see few colours. */
const COLORS = [
  'gate.6',
  'blue.5',
  'orange.6',
  'grape.5',
  'yellow.6',
  'pink.5',
  'cyan.6',
  'indigo.4',
] as const;
const REST = 'gray.5';

/** The colour of the series at `index`; those after the last have one in common. */
export function seriesColor(index: number): string {
  return COLORS[index] ?? REST;
}

/** Colours that mean the same on every page. */
export const MEANING = { requests: 'gate.6', errors: 'red.6', spend: 'blue.5', slow: 'orange.6' } as const;

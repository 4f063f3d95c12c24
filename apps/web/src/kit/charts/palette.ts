/** Distinct in both themes. The order keeps neighbouring colours distinct for users with a colour vision deficiency. */
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
const FALLBACK = 'gray.5';

/** The colour of the series at `index`. All series beyond the palette share one colour. */
export function seriesColor(index: number): string {
  return COLORS[index] ?? FALLBACK;
}

/** Colours that have the same meaning on every page. */
export const METRIC_COLORS = {
  requests: 'gate.6',
  errors: 'red.6',
  spend: 'blue.5',
  slow: 'orange.6',
} as const;

export function toCssColor(color: string): string {
  return `var(--mantine-color-${color.replace('.', '-')})`;
}

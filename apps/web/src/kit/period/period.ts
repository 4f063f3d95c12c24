const HOUR_MS = 3_600_000;

/** Periods that end now, by their names in the page's address. */
export const PRESETS = {
  '1h': { label: '1 h', description: 'the last hour', lengthMs: HOUR_MS },
  '24h': { label: '24 h', description: 'the last 24 hours', lengthMs: 24 * HOUR_MS },
  '7d': { label: '7 d', description: 'the last 7 days', lengthMs: 7 * 24 * HOUR_MS },
  '30d': { label: '30 d', description: 'the last 30 days', lengthMs: 30 * 24 * HOUR_MS },
} as const;

export type Preset = keyof typeof PRESETS;

/** ISO times, as in the queries of the admin API. */
export interface Range {
  from: string;
  to: string;
}

export type PeriodChoice = { preset: Preset } | Range;

export function isPreset(name: string | null): name is Preset {
  return name !== null && Object.hasOwn(PRESETS, name);
}

/** The period in an address; the default where there is none, or an invalid one. */
export function readPeriod(params: URLSearchParams, defaultPreset: Preset): PeriodChoice {
  const [from, to] = [momentIn(params.get('from')), momentIn(params.get('to'))];
  if (from !== undefined && to !== undefined && from < to) {
    return { from: from.toISOString(), to: to.toISOString() };
  }
  const preset = params.get('period');
  return { preset: isPreset(preset) ? preset : defaultPreset };
}

/** Another period starts at the first page of a list. */
export function writePeriod(params: URLSearchParams, choice: PeriodChoice): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['period', 'from', 'to', 'cursor']) next.delete(name);
  for (const [name, value] of getEntries(choice)) next.set(name, value);
  return next;
}

/** The parameters that give another page the same period. */
export function periodSearch(choice: PeriodChoice): string {
  return new URLSearchParams(getEntries(choice)).toString();
}

export function buildRange(choice: PeriodChoice, now = new Date()): Range {
  if (!('preset' in choice)) return choice;
  const from = new Date(now.getTime() - PRESETS[choice.preset].lengthMs);
  return { from: from.toISOString(), to: now.toISOString() };
}

/** The period of equal length that ends where this one begins. */
export function getPreviousRange({ from, to }: Range): Range {
  const start = Date.parse(from);
  return { from: new Date(2 * start - Date.parse(to)).toISOString(), to: new Date(start).toISOString() };
}

export function getLength(choice: PeriodChoice): number {
  if ('preset' in choice) return PRESETS[choice.preset].lengthMs;
  return Date.parse(choice.to) - Date.parse(choice.from);
}

function getEntries(choice: PeriodChoice): [string, string][] {
  return 'preset' in choice
    ? [['period', choice.preset]]
    : [
        ['from', choice.from],
        ['to', choice.to],
      ];
}

function momentIn(text: string | null): Date | undefined {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}

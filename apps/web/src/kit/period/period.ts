const HOUR_MS = 3_600_000;

/** Periods that end now, by the value of the `period` parameter of the URL. */
export const PRESETS = {
  '1h': { label: '1 h', description: 'the last hour', lengthMs: HOUR_MS },
  '24h': { label: '24 h', description: 'the last 24 hours', lengthMs: 24 * HOUR_MS },
  '7d': { label: '7 d', description: 'the last 7 days', lengthMs: 7 * 24 * HOUR_MS },
  '30d': { label: '30 d', description: 'the last 30 days', lengthMs: 30 * 24 * HOUR_MS },
} as const;

export type Preset = keyof typeof PRESETS;

/** ISO times, as in query parameters of the admin API. */
export interface Range {
  from: string;
  to: string;
}

export type PeriodChoice = { preset: Preset } | Range;

export function isPreset(name: string | null): name is Preset {
  return name !== null && Object.hasOwn(PRESETS, name);
}

/** The period in the URL; the default if it is missing or invalid. */
export function readPeriod(params: URLSearchParams, defaultPreset: Preset): PeriodChoice {
  const [from, to] = [parseTime(params.get('from')), parseTime(params.get('to'))];
  if (from !== undefined && to !== undefined && from < to) {
    return { from: from.toISOString(), to: to.toISOString() };
  }
  const preset = params.get('period');
  return { preset: isPreset(preset) ? preset : defaultPreset };
}

/** Removes the cursor too, because a list restarts at its first page. */
export function writePeriod(params: URLSearchParams, choice: PeriodChoice): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['period', 'from', 'to', 'cursor']) next.delete(name);
  for (const [name, value] of getEntries(choice)) next.set(name, value);
  return next;
}

/** The query string that opens another page with the same period. */
export function periodSearch(choice: PeriodChoice): string {
  return new URLSearchParams(getEntries(choice)).toString();
}

export function buildRange(choice: PeriodChoice, now = new Date()): Range {
  if (!('preset' in choice)) return choice;
  const from = new Date(now.getTime() - PRESETS[choice.preset].lengthMs);
  return { from: from.toISOString(), to: now.toISOString() };
}

/** The range of the same length directly before this one. */
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

function parseTime(text: string | null): Date | undefined {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}

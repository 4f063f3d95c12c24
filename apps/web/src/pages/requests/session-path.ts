import { type PeriodChoice, PRESETS, periodSearch } from '../../kit/period/period.js';

const PERIOD = '30d';

/** The list of the requests of a session. The period is limited to 30 days, because searching a longer one is slow. */
export function getSessionPath(sessionId: string, moment: Date, now = new Date()): string {
  const lengthMs = PRESETS[PERIOD].lengthMs;
  const isRecent = now.getTime() - moment.getTime() < lengthMs;
  const period: PeriodChoice = isRecent ? { preset: PERIOD } : getDaysAround(moment, lengthMs);
  return `/requests?${periodSearch(period)}&${new URLSearchParams({ session: sessionId }).toString()}`;
}

function getDaysAround(moment: Date, lengthMs: number): PeriodChoice {
  const from = new Date(moment.getTime() - lengthMs / 2);
  const to = new Date(moment.getTime() + lengthMs / 2);
  return { from: from.toISOString(), to: to.toISOString() };
}

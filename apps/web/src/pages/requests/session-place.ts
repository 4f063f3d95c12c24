import { type PeriodChoice, PRESETS, periodSearch } from '../../kit/period/period.js';

const LONGEST = '30d';

/** Where the requests of a session are listed: those around this moment, since old ones take long to look through. */
export function getSessionPlace(sessionId: string, moment: Date, now = new Date()): string {
  const lengthMs = PRESETS[LONGEST].lengthMs;
  const isRecent = now.getTime() - moment.getTime() < lengthMs;
  const period: PeriodChoice = isRecent ? { preset: LONGEST } : getDaysAround(moment, lengthMs);
  return `/requests?${periodSearch(period)}&${new URLSearchParams({ session: sessionId }).toString()}`;
}

function getDaysAround(moment: Date, lengthMs: number): PeriodChoice {
  const from = new Date(moment.getTime() - lengthMs / 2);
  const to = new Date(moment.getTime() + lengthMs / 2);
  return { from: from.toISOString(), to: to.toISOString() };
}

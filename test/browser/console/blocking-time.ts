import { type Page } from 'playwright-core';

/** How much slower a phone is than this machine. */
const SLOWDOWN = 4;
/** A longer task delays the response to a key or a click noticeably. */
const NOTICED_MS = 50;
const TASK = 'ThreadControllerImpl::RunTask';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** In microseconds: start, duration and processor time. */
  ts: number;
  dur: number;
  tdur?: number;
  args?: { data?: { url?: string } };
}

/**
 * Measures for how long a page blocks its browser while it loads, on a slow machine. It measures processor time, so
 * that other processes have little influence.
 */
export async function measureBlocking(page: Page, path: string, load: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await load();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = trace.traceEvents.filter(({ ph }) => ph === 'X');
  const commit = events.find(
    ({ name, args }) => name === 'CommitLoad' && String(args?.data?.url).includes(path),
  );
  const own = events.filter(
    ({ pid, tid, name }) => pid === commit?.pid && tid === commit.tid && name === TASK,
  );
  let blockedMs = 0;
  let endsAt = 0;
  // A nested task is part of the outer one.
  for (const { ts, dur, tdur = 0 } of own.toSorted(
    (one, other) => one.ts - other.ts || other.dur - one.dur,
  )) {
    if (ts < endsAt) continue;
    endsAt = ts + dur;
    blockedMs += Math.max(0, (SLOWDOWN * tdur) / 1_000 - NOTICED_MS);
  }
  if (own.length === 0) throw new Error(`nothing was traced of ${path}`);
  return blockedMs;
}

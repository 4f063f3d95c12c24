import { type Page } from 'playwright-core';

/** How much slower a phone is than this machine. */
const SLOWDOWN = 4;
/** A task that takes longer keeps whoever types or clicks waiting. */
const NOTICED_MS = 50;
const TASK = 'ThreadControllerImpl::RunTask';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, how long it took, and how much of that it had a processor. */
  ts: number;
  dur: number;
  tdur?: number;
  args?: { data?: { url?: string } };
}

/**
 * For how long a page that is loaded keeps its browser from answering, on a slow machine. Processor time counts, so that it does
 * not matter what else runs here.
 */
export async function measureBlocking(page: Page, path: string, load: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser of its own');
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
  // One can run inside of another, which has counted it already.
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

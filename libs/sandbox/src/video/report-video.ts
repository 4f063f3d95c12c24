import { type Directives } from '../directives.js';
import { type RememberedVideo } from './video-memo.js';
import { type VideoState } from './videos.js';

export type VideoReport =
  | { status: 'queued' | 'in_progress' | 'completed'; progress: number }
  | { status: 'failed'; progress: number; message: string };

const PACED_STEPS = 10;
/** For a video that is to fail and is not told when. */
const USUAL_FAILING_MS = 2000;
const FAILS_AT = 0.4;
const CREEP_MS = 120_000;

/**
 * How far a video has come that is to do as its directives say. `getState` begins it, where it has to be made at all.
 */
export function reportVideo(
  { directives, startedAtMs }: Pick<RememberedVideo, 'directives' | 'startedAtMs'>,
  nowMs: number,
  getState: () => VideoState,
): VideoReport {
  const elapsedMs = Math.max(0, nowMs - startedAtMs);
  switch (directives.video) {
    case 'never':
      return inProgress(1 - Math.exp(-elapsedMs / CREEP_MS));
    case 'fail':
      return reportFailing(directives, elapsedMs);
    case 'badfile':
      return reportUnhindered({ kind: 'finished' }, timedShare(directives, elapsedMs));
    case undefined:
      return reportUnhindered(getState(), timedShare(directives, elapsedMs));
  }
}

function reportFailing(directives: Directives, elapsedMs: number): VideoReport {
  const share = elapsedMs / (wantedMs(directives) || USUAL_FAILING_MS);
  if (share < FAILS_AT) return inProgress(share);
  return { status: 'failed', progress: FAILS_AT * 100, message: 'The sandbox was asked to fail.' };
}

function reportUnhindered(
  state: Exclude<VideoState, { kind: 'finished' }> | { kind: 'finished' },
  maxShare: number,
): VideoReport {
  switch (state.kind) {
    case 'waiting':
      return { status: 'queued', progress: 0 };
    case 'working':
      return inProgress(Math.min(state.progress, maxShare));
    case 'finished':
      return maxShare < 1 ? inProgress(maxShare) : { status: 'completed', progress: 100 };
    case 'failed':
      return { status: 'failed', progress: 0, message: state.message };
  }
}

/** As much as the time lets a video advance that is to be slow, or to go on in steps. */
function timedShare({ slowSeconds, paceMs }: Directives, elapsedMs: number): number {
  const slow = slowSeconds === undefined ? 1 : elapsedMs / (slowSeconds * 1000);
  const paced = paceMs === 0 ? 1 : Math.floor(elapsedMs / paceMs) / PACED_STEPS;
  return Math.min(1, slow, paced);
}

function wantedMs({ slowSeconds = 0, paceMs }: Directives): number {
  return Math.max(slowSeconds * 1000, paceMs * PACED_STEPS);
}

/** What is not finished is never quite at its end. */
function inProgress(share: number): VideoReport {
  return { status: 'in_progress', progress: Math.min(99, Math.floor(share * 100)) };
}

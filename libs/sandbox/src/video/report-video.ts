import { type Directives } from '../directives.js';
import { type VideoJob } from './video-memo.js';
import { type VideoState } from './videos.js';

export type VideoReport =
  | { status: 'queued' | 'in_progress' | 'completed'; progress: number }
  | { status: 'failed'; progress: number; message: string };

const PACED_STEPS = 10;
/** For a video that fails without a requested time. */
const DEFAULT_FAILURE_MS = 2000;
const FAILURE_SHARE = 0.4;
const CREEP_MS = 120_000;

/** The progress of a video according to its directives. `getState` starts the video if it must be rendered. */
export function reportVideo(
  { directives, startedAtMs }: Pick<VideoJob, 'directives' | 'startedAtMs'>,
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
      return reportState({ kind: 'finished' }, getMaxShare(directives, elapsedMs));
    case undefined:
      return reportState(getState(), getMaxShare(directives, elapsedMs));
  }
}

function reportFailing(directives: Directives, elapsedMs: number): VideoReport {
  const share = elapsedMs / (getRequestedMs(directives) || DEFAULT_FAILURE_MS);
  if (share < FAILURE_SHARE) return inProgress(share);
  return {
    status: 'failed',
    progress: FAILURE_SHARE * 100,
    message: 'The task fails because of a sandbox directive.',
  };
}

function reportState(
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

/** The maximum progress of a video that is slow or advances in steps. */
function getMaxShare({ slowSeconds, paceMs }: Directives, elapsedMs: number): number {
  const slow = slowSeconds === undefined ? 1 : elapsedMs / (slowSeconds * 1000);
  const paced = paceMs === 0 ? 1 : Math.floor(elapsedMs / paceMs) / PACED_STEPS;
  return Math.min(1, slow, paced);
}

function getRequestedMs({ slowSeconds = 0, paceMs }: Directives): number {
  return Math.max(slowSeconds * 1000, paceMs * PACED_STEPS);
}

/** An unfinished video never reports 100%. */
function inProgress(share: number): VideoReport {
  return { status: 'in_progress', progress: Math.min(99, Math.floor(share * 100)) };
}

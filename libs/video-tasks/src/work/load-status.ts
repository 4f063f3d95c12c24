import { type StartedVideo, type VideoReport } from '#providers';
import { type TraceHeaders } from '#telemetry';
import { type CallOutcome } from '#upstream';
import { type VideoTask } from '../task.js';
import { type TaskAccount } from './task-accounts.js';
import { addHeaders } from './trace-step.js';

const TIMEOUT_MS = 15_000;
/** For responses that contain the file. Must be shorter than the lease of a step. */
const FILE_TIMEOUT_MS = 25_000;

export interface StatusResult {
  outcome: CallOutcome;
  /** Undefined if the response contains no status of the video. */
  report: VideoReport | undefined;
}

/** Loads the status of a video from its upstream. */
export async function loadStatus(
  task: VideoTask,
  reached: TaskAccount,
  headers: TraceHeaders = {},
): Promise<StatusResult> {
  const { capability, place, upstream } = reached;
  const call = addHeaders(capability.status(toStarted(task), place), headers);
  const timeoutMs = capability.maxResponseBytes === undefined ? TIMEOUT_MS : FILE_TIMEOUT_MS;
  const outcome = await upstream.call(call, AbortSignal.timeout(timeoutMs));
  return { outcome, report: getReport(outcome, task, reached) };
}

/** Whether the upstream has no such video. */
export function isMissing({ outcome, report }: StatusResult): boolean {
  if (report?.isMissing === true) return true;
  return outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 410);
}

export function toStarted({ upstreamId = '', upstreamMemo }: VideoTask): StartedVideo {
  return { upstreamId, memo: upstreamMemo };
}

function getReport(
  outcome: CallOutcome,
  task: VideoTask,
  { capability, place }: TaskAccount,
): VideoReport | undefined {
  if (outcome.kind !== 'answer' || outcome.status !== 200 || outcome.json === undefined) return undefined;
  try {
    return capability.readStatus(outcome.json, toStarted(task), place);
  } catch {
    return undefined;
  }
}

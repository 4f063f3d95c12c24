import { type StartedVideo, type VideoReport } from '#providers';
import { type TraceHeaders } from '#telemetry';
import { type CallOutcome } from '#upstream';
import { type VideoTask } from '../task.js';
import { type TaskAccount } from './get-account.js';
import { addHeaders } from './trace-step.js';

const CALL_MS = 15_000;
/** For an answer with a file in it; shorter than the lease of a step. */
const FILE_CALL_MS = 25_000;

export interface Asked {
  outcome: CallOutcome;
  /** Undefined where the answer says nothing about the video. */
  report: VideoReport | undefined;
}

/** Asks an upstream how a video is coming along. */
export async function askAfter(
  task: VideoTask,
  reached: TaskAccount,
  headers: TraceHeaders = {},
): Promise<Asked> {
  const { capability, place, upstream } = reached;
  const call = addHeaders(capability.status(toStarted(task), place), headers);
  const timeoutMs = capability.maxAnswerBytes === undefined ? CALL_MS : FILE_CALL_MS;
  const outcome = await upstream.call(call, AbortSignal.timeout(timeoutMs));
  return { outcome, report: getReport(outcome, task, reached) };
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

import { type StartedVideo, type VideoReport } from '#providers';
import { type VideoTask } from '../task.js';
import { type TaskAccount } from './account-of.js';
import { type CallOutcome } from './upstream.js';

const CALL_MS = 15_000;

export interface Asked {
  outcome: CallOutcome;
  /** Undefined where the answer says nothing about the film. */
  report: VideoReport | undefined;
}

/** Asks an upstream how a film is coming along. */
export async function askAfter(task: VideoTask, reached: TaskAccount): Promise<Asked> {
  const { capability, place, upstream } = reached;
  const call = capability.status(startedOf(task), place);
  const outcome = await upstream.call(call, AbortSignal.timeout(CALL_MS));
  return { outcome, report: reportOf(outcome, task, reached) };
}

export function startedOf({ upstreamId = '', upstreamMemo }: VideoTask): StartedVideo {
  return { upstreamId, memo: upstreamMemo };
}

function reportOf(
  outcome: CallOutcome,
  task: VideoTask,
  { capability, place }: TaskAccount,
): VideoReport | undefined {
  if (outcome.kind !== 'answer' || outcome.status !== 200 || outcome.json === undefined) return undefined;
  try {
    return capability.readStatus(outcome.json, startedOf(task), place);
  } catch {
    return undefined;
  }
}

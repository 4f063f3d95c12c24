import { type StartedVideo, type VideoCall, type VideoCapability } from '#providers';
import { type CallOutcome } from '#upstream';
import { decodeUpstreamError } from '#wire';
import { type TaskFailure } from '../task.js';
import { type TaskAccount } from './get-account.js';

/** What a submission has come to. */
export type SubmitOutcome =
  | { kind: 'accepted'; started: StartedVideo }
  /** It did not arrive: it may be sent again, anywhere. */
  | { kind: 'not-delivered'; reason: string }
  /** It was refused in so many words: nothing is being made. */
  | { kind: 'refused'; failure: TaskFailure; mayTryElsewhere: boolean; retryAfter?: string }
  /** It may have arrived: it is not sent again before that is known. */
  | { kind: 'unknown'; reason: string };

/** Statuses by which a service says that it has not done what it was asked. */
const REFUSALS = new Set([400, 401, 402, 403, 404, 405, 413, 415, 422, 429]);

/** By which a refusal says that nobody will be made this video there. */
const POLICY_CODE = 'content_policy_violation';

export function classifySubmit(
  outcome: CallOutcome,
  sent: VideoCall,
  { capability, secrets }: Pick<TaskAccount, 'secrets'> & { capability: Pick<VideoCapability, 'readStart'> },
): SubmitOutcome {
  if (outcome.kind === 'not-delivered') return { kind: 'not-delivered', reason: outcome.reason };
  if (outcome.kind === 'broken') return { kind: 'unknown', reason: outcome.reason };
  const { status, bytes, json, retryAfter } = outcome;
  if (status >= 200 && status < 300) {
    const started = json === undefined ? undefined : readStart(capability, json, sent);
    if (started === undefined) return { kind: 'unknown', reason: `the answer ${status} names no task` };
    return { kind: 'accepted', started };
  }
  if (!REFUSALS.has(status) || json === undefined) return { kind: 'unknown', reason: `answered ${status}` };
  const error = decodeUpstreamError({ status, retryAfter, body: bytes, secrets });
  return {
    kind: 'refused',
    failure: { code: error.code === POLICY_CODE ? 403 : toTaskCode(status), message: error.message },
    mayTryElsewhere: error.retryable,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

function readStart(
  capability: Pick<VideoCapability, 'readStart'>,
  ...[json, sent]: Parameters<VideoCapability['readStart']>
): StartedVideo | undefined {
  try {
    return capability.readStart(json, sent);
  } catch {
    return undefined;
  }
}

function toTaskCode(status: number): number {
  if (status === 429) return 429;
  // Our own key or credit at the upstream: nothing that the client could mend.
  if (status === 401 || status === 402 || status === 404 || status === 405) return 502;
  if (status === 403) return 403;
  return 400;
}

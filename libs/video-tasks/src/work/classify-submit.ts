import { type StartedVideo, type VideoCapability } from '#providers';
import { type CallOutcome } from '#upstream';
import { decodeUpstreamError } from '#wire';
import { type TaskFailure } from '../task.js';

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

export function classifySubmit(
  outcome: CallOutcome,
  capability: Pick<VideoCapability, 'readStart'>,
  secrets: readonly string[],
): SubmitOutcome {
  if (outcome.kind === 'not-delivered') return { kind: 'not-delivered', reason: outcome.reason };
  if (outcome.kind === 'broken') return { kind: 'unknown', reason: outcome.reason };
  const { status, bytes, json, retryAfter } = outcome;
  if (status >= 200 && status < 300) {
    const started = json === undefined ? undefined : readStart(capability, json);
    if (started === undefined) return { kind: 'unknown', reason: `the answer ${status} names no task` };
    return { kind: 'accepted', started };
  }
  if (!REFUSALS.has(status) || json === undefined) return { kind: 'unknown', reason: `answered ${status}` };
  const error = decodeUpstreamError({ status, retryAfter, body: bytes, secrets });
  return {
    kind: 'refused',
    failure: { code: toTaskCode(status), message: error.message },
    mayTryElsewhere: error.retryable,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

function readStart(
  capability: Pick<VideoCapability, 'readStart'>,
  json: Parameters<VideoCapability['readStart']>[0],
): StartedVideo | undefined {
  try {
    return capability.readStart(json);
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

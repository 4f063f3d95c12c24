import { type ErrorKind, type UpstreamReport } from '#canonical';
import { type StartedVideo, type VideoCall, type VideoCapability } from '#providers';
import { type CallOutcome } from '#upstream';
import { decodeUpstreamError } from '#wire';
import { type TaskFailure } from '../task.js';
import { type TaskAccount } from './task-accounts.js';

/** The outcome of a submission. */
export type SubmitOutcome =
  | { kind: 'accepted'; started: StartedVideo }
  /** It did not arrive, so it can be sent again to any channel. */
  | ({ kind: 'not-delivered' } & SubmitFault)
  /** The upstream rejected it explicitly, so no video is being created. */
  | {
      kind: 'refused';
      failure: TaskFailure;
      canRetryElsewhere: boolean;
      retryAfter?: string;
      /** What the upstream reported, for the operator. */
      report: UpstreamReport;
    }
  /** It may have arrived, so it must not be sent again until the outcome is known. */
  | ({ kind: 'unknown' } & SubmitFault);

/** Why a submission was not accepted. */
export interface SubmitFault {
  reason: string;
  /** The outcome of the attempt in usage. */
  outcome: ErrorKind;
  /** Of the upstream's response. */
  status?: number;
}

/** Statuses with which a provider states that it has not accepted the submission. */
const REFUSALS = new Set([400, 401, 402, 403, 404, 405, 413, 415, 422, 429]);

/** The error code of a refusal because of the provider's content policy. */
const POLICY_CODE = 'content_policy_violation';

export function classifySubmit(
  outcome: CallOutcome,
  sent: VideoCall,
  { capability, secrets }: Pick<TaskAccount, 'secrets'> & { capability: Pick<VideoCapability, 'readStart'> },
): SubmitOutcome {
  if (outcome.kind !== 'answer') {
    const { reason, fault } = outcome;
    return { kind: outcome.kind === 'broken' ? 'unknown' : 'not-delivered', reason, outcome: fault.kind };
  }
  const { status, bytes, json, retryAfter, requestId } = outcome;
  if (status >= 200 && status < 300) {
    const started = json === undefined ? undefined : readStart(capability, json, sent);
    if (started === undefined) {
      const reason = `the response with status ${status} contains no task id`;
      return { kind: 'unknown', reason, outcome: 'upstream-bad-response', status };
    }
    return { kind: 'accepted', started };
  }
  const error = decodeUpstreamError({ status, retryAfter, body: bytes, secrets });
  if (!REFUSALS.has(status) || json === undefined) {
    return { kind: 'unknown', reason: `responded with status ${status}`, outcome: error.kind, status };
  }
  const isPolicy = error.code === POLICY_CODE;
  return {
    kind: 'refused',
    failure: {
      code: isPolicy ? 403 : toTaskCode(status),
      message: error.message,
      outcome: isPolicy ? 'content-policy' : error.kind,
      status,
    },
    report: { requestId, ...error.report },
    canRetryElsewhere: error.retryable,
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
  // A problem with the gateway's account at the upstream, which the client cannot fix.
  if (status === 401 || status === 402 || status === 404 || status === 405) return 502;
  if (status === 403) return 403;
  return 400;
}

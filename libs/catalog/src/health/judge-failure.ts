import { type ErrorKind, type GatewayError } from '#canonical';

/**
 * What a failure says about the target. `alive`: it has answered, if only to refuse this one request.
 * `nothing`: it was not asked, or the fault is not its own.
 */
export type Verdict =
  | 'failure'
  | 'overloaded'
  | 'model-unavailable'
  | 'out-of-credit'
  | 'key-refused'
  | 'key-doubted'
  | 'alive'
  | 'nothing';

const VERDICTS: Partial<Record<ErrorKind, Verdict>> = {
  'upstream-error': 'failure',
  'upstream-unreachable': 'failure',
  'upstream-timeout': 'failure',
  'upstream-bad-response': 'failure',
  'upstream-overloaded': 'overloaded',
  'upstream-quota': 'out-of-credit',
  'upstream-auth': 'key-refused',
  'upstream-model-unavailable': 'model-unavailable',
  'upstream-rejected': 'alive',
  'upstream-too-large': 'alive',
};

const FORBIDDEN = 403;

export function judgeFailure({ kind, upstreamStatus }: GatewayError): Verdict {
  const verdict = VERDICTS[kind] ?? 'nothing';
  // Some services say so of a model that this account may not use.
  return verdict === 'key-refused' && upstreamStatus === FORBIDDEN ? 'key-doubted' : verdict;
}

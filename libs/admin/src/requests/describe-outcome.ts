import { type ErrorKind } from '#canonical';

type UpstreamFailure = Extract<ErrorKind, `upstream-${string}`>;

/** For whoever runs the gateway. What an upstream said itself is not kept: it may quote what it was asked. */
const UPSTREAM_FAILURES: Readonly<Record<UpstreamFailure, string>> = {
  'upstream-rejected': 'The upstream refused the request as it was',
  'upstream-too-large': 'The request is larger than the upstream takes',
  'upstream-auth': 'The upstream refused the key of the channel',
  'upstream-model-unavailable': 'The upstream does not offer this model to the account of the channel',
  'upstream-quota': 'The account of the channel is out of credit',
  'upstream-overloaded': 'The upstream was overloaded, or had too many requests from this account',
  'upstream-error': 'The upstream failed',
  'upstream-bad-response': 'The upstream sent an answer that cannot be read',
  'upstream-unreachable': 'The upstream could not be reached',
  'upstream-timeout': 'The upstream did not answer in time',
};

const OTHERS: Readonly<Record<string, string>> = {
  'called-off': 'Another attempt was faster',
  'client-gone': 'The client went away before the end of the answer',
  'content-policy': 'A policy refused the request',
  'process-died': 'The process ended before the request did',
  'shutting-down': 'The gateway was stopped before the request ended',
  'no-channel': 'No channel that serves the model could be used',
  'internal-error': 'The gateway failed; its log says more',
};

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(UPSTREAM_FAILURES),
  ...Object.entries(OTHERS),
]);

/** What an outcome means, as a sentence; null where all is well. */
export function describeOutcome(outcome: string, upstreamStatus?: number): string | null {
  if (outcome === 'ok') return null;
  const words = SENTENCES.get(outcome) ?? `It ended as ${outcome}`;
  return upstreamStatus === undefined ? `${words}.` : `${words} (status ${upstreamStatus}).`;
}

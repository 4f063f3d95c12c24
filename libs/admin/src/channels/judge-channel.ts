import { describeOutcome } from '#canonical';
import { type ChannelFailure, type ChannelResult } from '#catalog';
import { type ShownHealthStatus } from './channel-view.dto.js';

/** The health of a channel as a whole. */
export interface ChannelJudgement {
  status: 'not_tested' | 'healthy' | 'degraded' | 'failing';
  /** A sentence. */
  reason: string | null;
  since: string | null;
  /** How to fix it. */
  advice: string | null;
}

/** The health of a key or a model. */
interface JudgedSubject {
  name: string;
  status: ShownHealthStatus;
  reason: string | null;
  since: string | null;
}

export interface ChannelEvidence {
  keys: readonly JudgedSubject[];
  models: readonly JudgedSubject[];
  /** The result of its last tests and requests. */
  result: ChannelResult | undefined;
}

interface Trouble {
  reason: string;
  since: string | null;
  advice: string;
}

/** A failure within this time after a success counts as a single failure. */
const AMONG_SUCCESSES_MS = 60_000;

const OUT_OF_USE: ReadonlySet<string> = new Set(['cooling', 'ejected', 'refused']);

/** Texts for the reasons of circuit breakers and cool-downs. */
const REASONS: Readonly<Record<string, { words: string; advice: string } | undefined>> = {
  'failures-in-a-row': {
    words: 'several requests in a row failed',
    advice: 'Test the channel: the result shows the response of the provider.',
  },
  'broken-streams': {
    words: 'its responses were cut off',
    advice: 'Test the channel and look at its last requests. A proxy in between may cut streams.',
  },
  'error-rate': {
    words: 'too many of its requests failed',
    advice: 'Look at its last requests, and check whether the provider reports an outage.',
  },
  overloaded: {
    words: 'the provider is overloaded or rate limits requests',
    advice:
      'No action is needed if it recovers. Otherwise raise the rate limits of the account, or add another channel.',
  },
  'model-unavailable': {
    words: 'the provider does not have this model',
    advice: 'Correct the name of the model, or remove it from the channel.',
  },
  'out-of-credit': { words: 'the account is out of credit', advice: 'Add credit to the account.' },
  'key-refused': { words: 'the provider rejects this key', advice: 'Replace the key.' },
};

/** Advice for the error kinds of requests. */
const OUTCOME_ADVICE: Readonly<Record<string, string | undefined>> = {
  'upstream-auth': 'Replace the key.',
  'upstream-quota': 'Add credit to the account.',
  'upstream-model-unavailable': 'Correct the name of the model, or remove it from the channel.',
  'upstream-overloaded': REASONS['overloaded']?.advice,
  'upstream-unreachable': 'Check the base URL, and that the server is running. Test the channel for details.',
  'upstream-interrupted': 'Check its last requests. A proxy in between may cut streams.',
  'upstream-timeout': 'Test the channel. If the provider is slow, raise the timeouts.',
  'upstream-bad-response': 'Check the base URL and the provider. Test the channel for details.',
};

const TEST_IT = 'Test the channel: the result shows the response of the provider.';

/** A channel without requests is not tested; one whose last request failed is failing, unless another succeeded just before. */
export function judgeChannel(evidence: ChannelEvidence): ChannelJudgement {
  const { keys, models, result } = evidence;
  const trouble = findTrouble(evidence);
  if (trouble !== undefined && (isOut(keys) || isOut(models))) return { status: 'failing', ...trouble };
  const failed = result && findFailure(result);
  if (failed !== undefined) return failed;
  if (trouble !== undefined) return { status: 'degraded', ...trouble };
  const status = result?.okAt === undefined ? 'not_tested' : 'healthy';
  return {
    status,
    reason: status === 'healthy' ? null : 'It has received no request since it was created or changed.',
    since: null,
    advice: status === 'healthy' ? null : 'Test the channel.',
  };
}

/** The judgement if the last test or request failed. */
function findFailure({ okAt, failedAt, failingSince, failure }: ChannelResult): ChannelJudgement | undefined {
  if (failingSince === undefined || failedAt === undefined || failure === undefined) return undefined;
  const isOneOfMany = okAt !== undefined && failedAt.getTime() - okAt.getTime() <= AMONG_SUCCESSES_MS;
  const isMild = failure.source === 'request' && (isOneOfMany || failure.outcome === 'upstream-overloaded');
  return {
    status: isMild ? 'degraded' : 'failing',
    reason: describeFailure(failure),
    since: failingSince.toISOString(),
    advice: failure.advice ?? OUTCOME_ADVICE[failure.outcome ?? ''] ?? TEST_IT,
  };
}

function describeFailure({
  source,
  outcome = '',
  upstreamStatus,
  upstreamModel,
  message,
}: ChannelFailure): string {
  if (source === 'test') return `The last test failed: ${message ?? 'no details.'}`;
  const words = describeOutcome(outcome, upstreamStatus) ?? '';
  return upstreamModel === undefined ? words : `${words} The model was ${upstreamModel}.`;
}

/** The first problem of a key or a model. */
function findTrouble({ keys, models }: ChannelEvidence): Trouble | undefined {
  const subjects = [...keys, ...models];
  const first =
    subjects.find(({ status }) => OUT_OF_USE.has(status)) ??
    subjects.find(({ status }) => status !== 'healthy');
  if (first === undefined) return undefined;
  const { words, advice } = REASONS[first.reason ?? ''] ?? {
    words: first.reason ?? 'it failed',
    advice: TEST_IT,
  };
  return { reason: `${first.name}: ${words}.`, since: first.since, advice };
}

function isOut(subjects: readonly JudgedSubject[]): boolean {
  return subjects.length > 0 && subjects.every(({ status }) => OUT_OF_USE.has(status));
}

import { type ChannelFailure, type ChannelResult } from '#catalog';
import { describeOutcome } from '../requests/describe-outcome.js';
import { type ShownHealthStatus } from './channel-view.dto.js';

/** How a channel stands as a whole. */
export interface ChannelJudgement {
  status: 'not_tested' | 'healthy' | 'degraded' | 'failing';
  /** In words. */
  reason: string | null;
  since: string | null;
  /** What to do about it. */
  advice: string | null;
}

/** A key or a model, and what is known of it. */
interface JudgedSubject {
  name: string;
  status: ShownHealthStatus;
  reason: string | null;
  since: string | null;
}

export interface ChannelEvidence {
  keys: readonly JudgedSubject[];
  models: readonly JudgedSubject[];
  /** Of its last tests and requests. */
  result: ChannelResult | undefined;
}

interface Trouble {
  reason: string;
  since: string | null;
  advice: string;
}

/** A failure so soon after a success is one among many. */
const AMONG_SUCCESSES_MS = 60_000;

const OUT_OF_USE: ReadonlySet<string> = new Set(['cooling', 'ejected', 'refused']);

/** By the reasons of circuit breakers and cool-downs. */
const REASONS: Readonly<Record<string, { words: string; advice: string } | undefined>> = {
  'failures-in-a-row': {
    words: 'several requests in a row failed',
    advice: 'Test the channel: the test says what its service answers.',
  },
  'broken-streams': {
    words: 'its answers break off',
    advice: 'Test the channel, and look at its last requests. A proxy in between may cut streams.',
  },
  'error-rate': {
    words: 'too many of its requests fail',
    advice: 'Look at its last requests, and whether the service reports an outage.',
  },
  overloaded: {
    words: 'the service asked for a pause',
    advice:
      'No action needed if it recovers. Otherwise raise the limits of the account, or add another channel.',
  },
  'model-unavailable': {
    words: 'the service does not have this model',
    advice: 'Correct the name of the model, or take it off the channel.',
  },
  'out-of-credit': { words: 'the account is out of credit', advice: 'Add credit to the account.' },
  'key-refused': { words: 'the service refuses this key', advice: 'Put a valid key in its place.' },
};

/** By the kinds of errors that requests end with. */
const OUTCOME_ADVICE: Readonly<Record<string, string | undefined>> = {
  'upstream-auth': 'Put a valid key in the place of the one that is refused.',
  'upstream-quota': 'Add credit to the account.',
  'upstream-model-unavailable': 'Correct the name of the model, or take it off the channel.',
  'upstream-overloaded': REASONS['overloaded']?.advice,
  'upstream-unreachable': 'Check the base URL, and that the service is running. The test says more.',
  'upstream-timeout': 'Test the channel. If the service is slow, allow it more time.',
  'upstream-bad-response': 'Check the base URL and the provider. The test says more.',
};

const TEST_IT = 'Test the channel: the test says what its service answers.';

/** What was never asked is not known to work; what failed last does not work, unless it worked a moment before. */
export function judgeChannel(evidence: ChannelEvidence): ChannelJudgement {
  const { keys, models, result } = evidence;
  const known = findTrouble(evidence);
  if (known !== undefined && (isOut(keys) || isOut(models))) return { status: 'failing', ...known };
  const failed = result && findFailure(result);
  if (failed !== undefined) return failed;
  if (known !== undefined) return { status: 'degraded', ...known };
  const status = result?.okAt === undefined ? 'not_tested' : 'healthy';
  return {
    status,
    reason: status === 'healthy' ? null : 'Nothing has been asked of it since it was set up or changed.',
    since: null,
    advice: status === 'healthy' ? null : 'Test it.',
  };
}

/** The last test or request, where it failed. */
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
  if (source === 'test') return `The last test failed: ${message ?? 'it does not work.'}`;
  const words = describeOutcome(outcome, upstreamStatus) ?? '';
  return upstreamModel === undefined ? words : `${words} The model was ${upstreamModel}.`;
}

/** The first thing that is held against a key or a model. */
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

function isOut(known: readonly JudgedSubject[]): boolean {
  return known.length > 0 && known.every(({ status }) => OUT_OF_USE.has(status));
}

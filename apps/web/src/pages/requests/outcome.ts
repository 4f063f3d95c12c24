import { KNOWN_OUTCOMES } from '../../api/outcomes.js';

type KnownOutcome = (typeof KNOWN_OUTCOMES)[number];
export type OutcomeTone = 'good' | 'neutral' | 'bad';

const BY_NAME: ReadonlyMap<string, KnownOutcome> = new Map(
  KNOWN_OUTCOMES.map((entry) => [entry.outcome, entry]),
);

const TONES: Readonly<Record<KnownOutcome['group'], OutcomeTone>> = {
  success: 'good',
  client: 'neutral',
  refused: 'neutral',
  gateway: 'bad',
  upstream: 'bad',
};

/** An outcome of attempts that requests never have. */
const ATTEMPT_ONLY_OUTCOME = 'called-off';

/** The options of the outcome filter. */
export const OUTCOMES: { value: string; label: string }[] = [
  { value: 'ok', label: 'OK' },
  { value: 'error', label: 'Any error' },
  ...KNOWN_OUTCOMES.filter(({ outcome }) => outcome !== 'ok' && outcome !== ATTEMPT_ONLY_OUTCOME).map(
    ({ outcome, label }) => ({ value: outcome, label }),
  ),
];

/** The label of an outcome. For an unknown outcome, it is derived from the name. */
export function outcomeLabel(outcome: string): string {
  const words = outcome.replaceAll('-', ' ');
  return BY_NAME.get(outcome)?.label ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Determines the colour of badges and bars. */
export function outcomeTone(outcome: string): OutcomeTone {
  const group = BY_NAME.get(outcome)?.group;
  return group === undefined ? 'bad' : TONES[group];
}

/** Whether the client ended the request. This does not count as an error. */
export function isEndedByClient(outcome: string): boolean {
  return BY_NAME.get(outcome)?.group === 'client';
}

const REASONS: Readonly<Record<string, string>> = {
  first: 'First attempt',
  retry: 'Retry on the same channel',
  failover: 'Failover to the next channel',
  fallback: 'Fallback to another model',
  hedge: 'Hedged because the first attempt was slow',
};

/** Why an attempt was made. */
export function describeReason(reason: string | null): string | undefined {
  return reason === null ? undefined : (REASONS[reason] ?? reason);
}

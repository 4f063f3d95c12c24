import { KNOWN_OUTCOMES } from '../../api/outcomes.js';

type KnownOutcome = (typeof KNOWN_OUTCOMES)[number];
export type OutcomeTone = 'good' | 'neutral' | 'bad';

const BY_NAME: ReadonlyMap<string, KnownOutcome> = new Map(
  KNOWN_OUTCOMES.map((known) => [known.outcome, known]),
);

const TONES: Readonly<Record<KnownOutcome['group'], OutcomeTone>> = {
  success: 'good',
  client: 'neutral',
  refused: 'neutral',
  gateway: 'bad',
  upstream: 'bad',
};

/** Only attempts end with it, never a request. */
const OF_ATTEMPTS_ALONE = 'called-off';

/** The options of the filter, in the order of the table. */
export const OUTCOMES: { value: string; label: string }[] = [
  { value: 'ok', label: 'OK' },
  { value: 'error', label: 'Any error' },
  ...KNOWN_OUTCOMES.filter(({ outcome }) => outcome !== 'ok' && outcome !== OF_ATTEMPTS_ALONE).map(
    ({ outcome, label }) => ({ value: outcome, label }),
  ),
];

/** An outcome that this version of the console does not know is shown by its own name. */
export function outcomeLabel(outcome: string): string {
  const words = outcome.replaceAll('-', ' ');
  return BY_NAME.get(outcome)?.label ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** By which badges and bars are coloured. */
export function outcomeTone(outcome: string): OutcomeTone {
  const group = BY_NAME.get(outcome)?.group;
  return group === undefined ? 'bad' : TONES[group];
}

/** Whether the client ended it: that is an error of no one. */
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
export function reasonInWords(reason: string | null): string | undefined {
  return reason === null ? undefined : (REASONS[reason] ?? reason);
}

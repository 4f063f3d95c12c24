export type OutcomeTone = 'good' | 'client' | 'bad';

const CLIENT_FAULTS = new Set(['client-gone', 'content-policy', 'cancelled', 'called-off']);

/** What outcomes are called on badges; every other is called by its own name. */
const LABELS: Readonly<Record<string, string>> = {
  ok: 'OK',
  'upstream-rejected': 'Rejected upstream',
  'upstream-too-large': 'Too large',
  'upstream-auth': 'Key refused',
  'upstream-model-unavailable': 'Model unavailable',
  'upstream-quota': 'Out of credit',
  'upstream-overloaded': 'Overloaded',
  'upstream-error': 'Upstream error',
  'upstream-bad-response': 'Bad response',
  'upstream-unreachable': 'Unreachable',
  'upstream-timeout': 'Timed out',
  'client-gone': 'Client disconnected',
  'content-policy': 'Content policy',
  'process-died': 'Process died',
  'shutting-down': 'Gateway stopped',
  'no-channel': 'No channel',
  'internal-error': 'Internal error',
  'called-off': 'Not needed',
  'outcome-unknown': 'Unknown',
  'lost-upstream': 'Lost upstream',
  cancelled: 'Cancelled',
};

/** What can be filtered by. */
export const OUTCOMES = [
  { value: 'ok', label: 'OK' },
  { value: 'error', label: 'Any error' },
  ...Object.entries(LABELS)
    .filter(([value]) => value !== 'ok' && value !== 'called-off')
    .map(([value, label]) => ({ value, label })),
];

export function outcomeLabel(outcome: string): string {
  const words = outcome.replaceAll('-', ' ');
  return LABELS[outcome] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Whose matter it is, by which badges and bars are coloured. */
export function outcomeTone(outcome: string): OutcomeTone {
  if (outcome === 'ok') return 'good';
  return CLIENT_FAULTS.has(outcome) ? 'client' : 'bad';
}

const REASONS: Readonly<Record<string, string>> = {
  first: 'First choice',
  retry: 'Tried again at the same channel',
  failover: 'Next channel of the same model',
  fallback: 'Another model, as this one could not be reached',
  hedge: 'Raced, as the first one was slow',
};

/** Why an attempt was made. */
export function reasonInWords(reason: string | null): string | undefined {
  return reason === null ? undefined : (REASONS[reason] ?? reason);
}

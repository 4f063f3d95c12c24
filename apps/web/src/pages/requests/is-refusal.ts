import { KNOWN_OUTCOMES } from '../../api/outcomes.js';

/** Whether an outcome in the filter is about requests that the gateway refused itself. */
export function isRefusal(outcome: string | undefined): boolean {
  return (
    outcome === 'refused' ||
    KNOWN_OUTCOMES.some((known) => known.group === 'refused' && known.outcome === outcome)
  );
}

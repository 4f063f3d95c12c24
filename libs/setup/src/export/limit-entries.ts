import { type OwnerEntity } from '#access';
import { MICRO_USD_PER_USD } from '#canonical';

type Limited = Pick<OwnerEntity, 'rpm' | 'tpm' | 'concurrency' | 'requestsPerDay' | 'budget'>;

/** What may be used and spent, in the words of the config file. */
export function limitEntries({ rpm, tpm, concurrency, requestsPerDay, budget }: Limited) {
  return {
    rpm: rpm ?? undefined,
    tpm: tpm ?? undefined,
    concurrency: concurrency ?? undefined,
    requestsPerDay: requestsPerDay ?? undefined,
    budget: budget === null ? undefined : { usd: budget.microUsd / MICRO_USD_PER_USD, period: budget.period },
  };
}

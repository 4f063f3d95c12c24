import { type UsageListQuery } from '#metering';
import { ERROR_STATUSES } from '#wire';
import { type StatusClass } from './request.dto.js';

const CLIENT_FAULTS = Object.entries(ERROR_STATUSES)
  .filter(([, status]) => status < 500)
  .map(([kind]) => kind);

/** What requests have come to whose answers are of this class. What no kind of error names is nobody's own fault. */
export function toClassOutcomes(
  statusClass: StatusClass | undefined,
): Pick<UsageListQuery, 'outcomes' | 'failedBesides'> {
  switch (statusClass) {
    case undefined:
      return {};
    case '2xx':
      return { outcomes: ['ok'] };
    case '4xx':
      return { outcomes: CLIENT_FAULTS };
    case '5xx':
      return { failedBesides: CLIENT_FAULTS };
  }
}

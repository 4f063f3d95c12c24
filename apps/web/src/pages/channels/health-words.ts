import { formatCount } from '../../kit/format.js';
import { type Channel } from './channel-queries.js';

export type HealthStatus = Channel['api_keys'][number]['status'];
export type ChannelHealthStatus = Channel['health']['status'] | 'disabled';

export const CHANNEL_HEALTH_STATUS_WORDS: Readonly<Record<ChannelHealthStatus, string>> = {
  not_tested: 'Not tested',
  healthy: 'Healthy',
  degraded: 'Degraded',
  failing: 'Failing',
  disabled: 'Disabled',
};

export const HEALTH_STATUS_WORDS: Readonly<Record<HealthStatus, string>> = {
  healthy: 'No problems',
  probe: 'Will be retried with the next request',
  cooling: 'Cooling down',
  ejected: 'Circuit open',
  refused: 'Rejected',
};

const REASON_WORDS: Readonly<Record<string, string>> = {
  'failures-in-a-row': 'several requests in a row failed',
  'broken-streams': 'responses were cut off',
  'error-rate': 'too many requests failed',
  overloaded: 'the provider is overloaded or is rate limiting requests',
  'model-unavailable': 'the provider does not have this model',
  'out-of-credit': 'the account is out of credit',
  'key-refused': 'the provider rejects this key',
};

export function describeReason(reason: string | null): string {
  return reason === null ? '' : (REASON_WORDS[reason] ?? reason);
}

export function getHealthStatus({
  enabled,
  health,
}: Pick<Channel, 'enabled' | 'health'>): ChannelHealthStatus {
  return enabled ? health.status : 'disabled';
}

/** For example "3 of 10 requests". Counts only the process that handled this API request. */
export function describeInFlight({
  health: { in_flight: count },
  max_concurrency: max,
}: Pick<Channel, 'health' | 'max_concurrency'>): string {
  if (count === null) return 'Unknown';
  if (max !== null) return `${formatCount(count)} of ${formatCount(max)} requests`;
  return count === 1 ? '1 request' : `${formatCount(count)} requests`;
}

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
  healthy: 'No known fault',
  probe: 'Tried again with the next request',
  cooling: 'Resting',
  ejected: 'Out of use',
  refused: 'Refused',
};

const REASON_WORDS: Readonly<Record<string, string>> = {
  'failures-in-a-row': 'several requests in a row failed',
  'broken-streams': 'its answers break off',
  'error-rate': 'too many of its requests fail',
  overloaded: 'the service asked for a pause',
  'model-unavailable': 'the service does not have this model',
  'out-of-credit': 'the account is out of credit',
  'key-refused': 'the service refuses this key',
};

export function reasonInWords(reason: string | null): string {
  return reason === null ? '' : (REASON_WORDS[reason] ?? reason);
}

export function getHealthStatus({
  enabled,
  health,
}: Pick<Channel, 'enabled' | 'health'>): ChannelHealthStatus {
  return enabled ? health.status : 'disabled';
}

/** "3 of at most 10 requests". The process that answers knows only of its own. */
export function inFlightInWords({
  health: { in_flight: count },
  max_concurrency: max,
}: Pick<Channel, 'health' | 'max_concurrency'>): string {
  if (count === null) return 'Not known';
  if (max !== null) return `${formatCount(count)} of at most ${formatCount(max)} requests`;
  return count === 1 ? '1 request' : `${formatCount(count)} requests`;
}

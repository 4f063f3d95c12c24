import { type Channel } from '../channel.js';
import { type ChannelAccount } from './channel-account.js';
import { type StateReason } from './channel-state.js';
import { type HealthRecord } from './health-record.js';
import { type KeyHealth } from './key-health.js';
import { type TargetHealth } from './target-health.js';

/** The health of one model of a channel, of one of its keys, or (without either) of the whole channel. */
export interface HealthEntry {
  channelId: string;
  channel: string;
  upstreamModel?: string;
  keyFingerprint?: string;
  state: 'closed' | 'open' | 'half-open' | 'cooling' | 'key-refused';
  reason?: StateReason;
  until?: Date;
  consecutiveFailures: number;
  firstByteMs?: number;
  inFlight?: number;
}

export function buildTargetEntry({ id, name }: Channel, health: TargetHealth): HealthEntry {
  const { upstreamModel, firstByteMs, inFlight } = health;
  return { channelId: id, channel: name, upstreamModel, ...toCondition(health), firstByteMs, inFlight };
}

/** Empty if all keys are healthy. */
export function buildAccountEntries({ id, name }: Channel, account: ChannelAccount): HealthEntry[] {
  const troubled = account.keys.filter((key) => key.status !== 'healthy');
  const entries = troubled.map((key) => ({
    channelId: id,
    channel: name,
    keyFingerprint: key.fingerprint,
    ...getKeyCondition(key),
  }));
  const [first, ...others] = entries;
  if (first === undefined || !entries.every(({ state }) => state === 'key-refused')) return entries;
  if (entries.length < account.keys.length) return entries;
  const soonest = others.reduce((one, other) => (getEnd(other) < getEnd(one) ? other : one), first);
  return [{ ...soonest, keyFingerprint: undefined }, ...entries];
}

function getEnd({ until }: HealthEntry): number {
  return until?.getTime() ?? 0;
}

type Condition = Pick<HealthEntry, 'state' | 'reason' | 'until' | 'consecutiveFailures'>;

function getKeyCondition(key: KeyHealth): Condition {
  const condition = toCondition(key);
  const isRefused = condition.state === 'open' || condition.state === 'half-open';
  return isRefused ? { ...condition, state: 'key-refused' } : condition;
}

function toCondition({ breaker, coolDown }: HealthRecord): Condition {
  const consecutiveFailures = breaker.failuresInARow;
  const { phase, lastOpening } = breaker;
  if (lastOpening !== undefined && phase !== 'closed') {
    const { reason, until } = lastOpening;
    return { state: phase, reason, until: new Date(until), consecutiveFailures };
  }
  if (!coolDown.isOn) return { state: 'closed', consecutiveFailures };
  return { state: 'cooling', reason: coolDown.reason, until: new Date(coolDown.until), consecutiveFailures };
}

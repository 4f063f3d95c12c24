import { type GatewayError } from '#canonical';
import { type Logger } from '#telemetry';
import { type Channel } from '../channel.js';
import { type Target } from '../select-targets.js';
import { LruCache } from './lru-cache.js';
import { ChannelAccount } from './channel-account.js';
import { type ChannelState, type StateChange } from './channel-state.js';
import { ChannelUse } from './channel-use.js';
import { type Clock, SYSTEM_CLOCK } from './clock.js';
import { type HealthEntry, buildAccountEntries, buildTargetEntry } from './health-entry.js';
import { KeyHealth, toFingerprint } from './key-health.js';
import { type HealthStatus, pickWorse } from './health-status.js';
import { TargetHealth } from './target-health.js';

const MAX_TARGETS = 5_000;

const MAX_CHANNELS = 5_000;

/** A process that learns a state from another one waits a little longer, so that one probe is enough for all. */
const LEARNED_DELAY_SHARE = 0.2;

interface LoggedChange {
  channel: string;
  state: ChannelState;
  /** Whether all keys of the channel are rejected. */
  isWholeChannel: boolean;
}

interface TargetFacts {
  status: HealthStatus;
  /** Whether it was ejected only because of its error rate. */
  isByRate: boolean;
  until: number;
}

/** Called with the result of a use. Without an error, the channel has responded. */
type ResultListener = (target: Target, error: GatewayError | undefined) => void;

export interface ChannelHealthOptions {
  logger: Pick<Logger, 'info' | 'warn'>;
  clock?: Clock;
}

/** The health of channels as this process knows it: failures, pauses and rejected keys. */
export class ChannelHealth {
  private readonly targets = new LruCache<TargetHealth>(MAX_TARGETS);
  private readonly keys = new LruCache<KeyHealth>(MAX_TARGETS);
  private readonly accounts = new LruCache<ChannelAccount>(MAX_CHANNELS);
  private readonly logger: ChannelHealthOptions['logger'];
  readonly clock: Clock;
  private publish: (state: ChannelState) => void = () => undefined;
  private publishResult: ResultListener = () => undefined;

  constructor({ logger, clock = SYSTEM_CLOCK }: ChannelHealthOptions) {
    this.logger = logger;
    this.clock = clock;
  }

  /**
   * Starts a use of a target, with the next key or the given one. The outcome must be reported to the returned object.
   */
  begin(target: Target, apiKey?: string): ChannelUse {
    // First, because this removes the health of a channel that was changed.
    const account = this.getAccount(target.channel);
    const health = this.getTarget(target.channel.id, target.upstreamModel);
    return new ChannelUse(target, health, account, this, apiKey);
  }

  /** Whether a target and its account are healthy. */
  isHealthy({ channel, upstreamModel }: Target): boolean {
    const health = this.targets.get(getKey(channel.id, upstreamModel));
    return this.getAccount(channel).status === 'healthy' && (health?.status ?? 'healthy') === 'healthy';
  }

  /** The status of each target of one model. Error rates alone never eject more than half of them. */
  getHealthStatuses(targets: readonly Target[]): HealthStatus[] {
    if (targets.every((target) => this.isHealthy(target))) return targets.map(() => 'healthy');
    const facts = targets.map((target) => {
      const { status } = this.getAccount(target.channel);
      const health = this.targets.get(getKey(target.channel.id, target.upstreamModel));
      const isByRate = health?.isEjectedByRate === true && status === 'healthy';
      return { status: pickWorse(status, health?.status ?? 'healthy'), isByRate, until: getUntil(health) };
    });
    return reinstateHalf(facts);
  }

  /**
   * The recent time to the first byte. Undefined if it is unknown and should be measured, Infinity while it is being
   * measured.
   */
  getFirstByteMs({ channel, upstreamModel }: Target): number | undefined {
    const health = this.targets.get(getKey(channel.id, upstreamModel));
    if (health === undefined || health.firstByteMs !== undefined) return health?.firstByteMs;
    return health.inFlight > 0 ? Infinity : undefined;
  }

  /** The remaining time of a pause after overload. Undefined if there is none. */
  getRestMs({ channel, upstreamModel }: Target): number | undefined {
    const coolDown = this.targets.get(getKey(channel.id, upstreamModel))?.coolDown;
    if (coolDown?.isOn !== true || coolDown.reason !== 'overloaded') return undefined;
    return coolDown.until - this.clock.now();
  }

  /** The health of these channels, for metrics and the console. */
  snapshot(channels: readonly Channel[]): HealthEntry[] {
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    const keyEntries = channels.flatMap((channel) => buildAccountEntries(channel, this.getAccount(channel)));
    const targetEntries = [...this.targets.values()].flatMap((health) => {
      const channel = byId.get(health.channelId);
      return channel === undefined ? [] : [buildTargetEntry(channel, health)];
    });
    return [...keyEntries, ...targetEntries];
  }

  /** Sets the function that publishes state changes. */
  onStateChange(publish: (state: ChannelState) => void): void {
    this.publish = publish;
  }

  /** Sets the function that receives the result of each use. */
  onResult(publish: ResultListener): void {
    this.publishResult = publish;
  }

  noteResult(target: Target, error: GatewayError | undefined): void {
    this.publishResult(target, error);
  }

  /** Applies a state change of another process. */
  learn(state: ChannelState): void {
    const remainingMs = Math.max(0, state.until - this.clock.now());
    const isProbed = state.state === 'open' || state.state === 'key-refused';
    const delayMs = isProbed ? remainingMs * LEARNED_DELAY_SHARE * this.clock.random() : 0;
    this.getRecord(state)?.learn({ ...state, until: state.until + delayMs });
  }

  /** Resets the health of all channels. */
  forget(): void {
    this.targets.clear();
    this.keys.clear();
    this.accounts.clear();
  }

  /** Applies a state change that a use has caused. */
  note(change: StateChange, { channel, upstreamModel }: Target, key: KeyHealth | undefined): void {
    const about = key === undefined ? { upstreamModel } : { keyFingerprint: key.fingerprint };
    const state: ChannelState = { channelId: channel.id, ...about, ...change };
    // Model names that clients invent are not published.
    if (key === undefined && change.state === 'cooling' && !listsUpstreamModel(channel, upstreamModel))
      return;
    const isWholeChannel = this.getAccount(channel).status === 'ejected';
    logStateChange(this.logger, { channel: channel.name, state, isWholeChannel });
    this.publish(state);
  }

  private getRecord({
    channelId,
    upstreamModel,
    keyFingerprint,
  }: ChannelState): TargetHealth | KeyHealth | undefined {
    if (keyFingerprint !== undefined) return this.getKeyHealth(channelId, keyFingerprint);
    return upstreamModel === undefined ? undefined : this.getTarget(channelId, upstreamModel);
  }

  private getTarget(channelId: string, upstreamModel: string): TargetHealth {
    const key = getKey(channelId, upstreamModel);
    return this.targets.getOrCreate(key, () => new TargetHealth(channelId, upstreamModel, this.clock));
  }

  private getKeyHealth(channelId: string, fingerprint: string): KeyHealth {
    return this.keys.getOrCreate(
      getKey(channelId, fingerprint),
      () => new KeyHealth(fingerprint, this.clock),
    );
  }

  /** A channel with a changed address or changed keys starts with a new account. */
  private getAccount(channel: Channel): ChannelAccount {
    const existing = this.accounts.get(channel.id);
    if (existing?.update(channel) === true) return existing;
    if (existing !== undefined) this.removeAccount(channel.id, existing);
    const apiKeys = channel.apiKeys.length > 0 ? channel.apiKeys : [undefined];
    const keys = apiKeys.map((apiKey) => this.getKeyHealth(channel.id, toFingerprint(apiKey)));
    const account = new ChannelAccount(channel, keys);
    this.accounts.set(channel.id, account);
    return account;
  }

  private removeAccount(channelId: string, account: ChannelAccount): void {
    for (const { fingerprint } of account.keys) this.keys.delete(getKey(channelId, fingerprint));
    for (const health of this.targets.values()) {
      if (health.channelId === channelId) this.targets.delete(getKey(channelId, health.upstreamModel));
    }
  }
}

function getKey(channelId: string, name: string): string {
  return `${channelId}\n${name}`;
}

function listsUpstreamModel({ models }: Channel, upstreamModel: string): boolean {
  return models.some(({ upstream }) => upstream === upstreamModel);
}

function getUntil(health: TargetHealth | undefined): number {
  return health?.breaker.lastOpening?.until ?? 0;
}

/**
 * If more than half of the targets of a model are ejected, those with only a high error rate are reinstated, in the
 * order in which their time ends. Otherwise the load of all on a few would make these fail as well.
 */
function reinstateHalf(targets: readonly TargetFacts[]): HealthStatus[] {
  const statuses = targets.map(({ status }) => status);
  const ejected = statuses.filter((status) => status === 'ejected').length;
  const excess = ejected - Math.floor(targets.length / 2);
  if (excess <= 0) return statuses;
  const reinstated = targets
    .filter(({ status, isByRate }) => status === 'ejected' && isByRate)
    .toSorted((a, b) => a.until - b.until)
    .slice(0, excess);
  return targets.map((target) => (reinstated.includes(target) ? 'healthy' : target.status));
}

/** Logs each change once. */
function logStateChange(logger: Pick<Logger, 'info' | 'warn'>, change: LoggedChange): void {
  const { channel, state, isWholeChannel } = change;
  if (state.isExtension === true) return;
  const { upstreamModel, keyFingerprint, reason, times } = state;
  const until = new Date(state.until).toISOString();
  const facts = { channel, upstreamModel, keyFingerprint, reason, times };
  switch (state.state) {
    case 'closed':
      return logger.warn(
        facts,
        keyFingerprint === undefined ? 'channel recovered' : 'provider key recovered',
      );
    case 'open':
      return logger.warn({ ...facts, until }, 'channel ejected after failures');
    case 'key-refused':
      logger.warn({ ...facts, until }, 'provider key rejected: replace it');
      if (isWholeChannel) logger.warn({ channel }, 'channel ejected: all of its keys are rejected');
      return;
    case 'cooling':
      // Rate limits are normal. Other pauses need attention.
      if (reason === 'overloaded') logger.info({ ...facts, until }, 'channel paused');
      else logger.warn({ ...facts, until }, 'channel paused');
  }
}

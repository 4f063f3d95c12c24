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

/** Whoever learns of it from elsewhere waits a little longer: one probe answers for all. */
const LATER_SHARE = 0.2;

interface LoggedChange {
  channel: string;
  state: ChannelState;
  /** Whether no key of the channel is left that is not refused. */
  isWholeChannel: boolean;
}

interface Judged {
  status: HealthStatus;
  /** Whether a rate of errors alone is what is held against it. */
  isByRate: boolean;
  until: number;
}

/** Told of every use that says something about its channel; without an error, that it answered. */
type ResultListener = (target: Target, error: GatewayError | undefined) => void;

export interface ChannelHealthOptions {
  logger: Pick<Logger, 'info' | 'warn'>;
  clock?: Clock;
}

/** What this process knows of its channels: which of them fail, which want a rest, whose keys are refused. */
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
   * Takes a target into use, with the key whose turn it is or with the one that it has to be. The end of the use has
   * to be told to what this returns.
   */
  begin(target: Target, apiKey?: string): ChannelUse {
    // First: where the channel has changed, this forgets what was known of its targets.
    const account = this.getAccount(target.channel);
    const health = this.targetAt(target.channel.id, target.upstreamModel);
    return new ChannelUse(target, health, account, this, apiKey);
  }

  /** Whether nothing at all is known against a target. */
  isHealthy({ channel, upstreamModel }: Target): boolean {
    const health = this.targets.get(getKey(channel.id, upstreamModel));
    return this.getAccount(channel).status === 'healthy' && (health?.status ?? 'healthy') === 'healthy';
  }

  /** How each of the targets of one model stands. Rates of errors alone never eject more than half of them. */
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
   * How long the first byte takes there lately. Undefined where nobody knows and somebody should find out;
   * Infinity while somebody is about to.
   */
  getFirstByteMs({ channel, upstreamModel }: Target): number | undefined {
    const health = this.targets.get(getKey(channel.id, upstreamModel));
    if (health === undefined || health.firstByteMs !== undefined) return health?.firstByteMs;
    return health.inFlight > 0 ? Infinity : undefined;
  }

  /** How much longer a target rests because it was asked too much; undefined where it does not. */
  getRestMs({ channel, upstreamModel }: Target): number | undefined {
    const coolDown = this.targets.get(getKey(channel.id, upstreamModel))?.coolDown;
    if (coolDown?.isOn !== true || coolDown.reason !== 'overloaded') return undefined;
    return coolDown.until - this.clock.now();
  }

  /** Everything that is known of these channels, for metrics and people. */
  snapshot(channels: readonly Channel[]): HealthEntry[] {
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    const ofKeys = channels.flatMap((channel) => buildAccountEntries(channel, this.getAccount(channel)));
    const ofTargets = [...this.targets.values()].flatMap((health) => {
      const channel = byId.get(health.channelId);
      return channel === undefined ? [] : [buildTargetEntry(channel, health)];
    });
    return [...ofKeys, ...ofTargets];
  }

  /** Who is told of what this process finds out. */
  onStateChange(publish: (state: ChannelState) => void): void {
    this.publish = publish;
  }

  /** Who is told how each use went. */
  onResult(publish: ResultListener): void {
    this.publishResult = publish;
  }

  noteResult(target: Target, error: GatewayError | undefined): void {
    this.publishResult(target, error);
  }

  /** What another process has found out. */
  learn(state: ChannelState): void {
    const remainingMs = Math.max(0, state.until - this.clock.now());
    const isProbed = state.state === 'open' || state.state === 'key-refused';
    const laterMs = isProbed ? remainingMs * LATER_SHARE * this.clock.random() : 0;
    this.getRecord(state)?.learn({ ...state, until: state.until + laterMs });
  }

  /** Gives every channel a fresh start, whatever was known against it. */
  forget(): void {
    this.targets.clear();
    this.keys.clear();
    this.accounts.clear();
  }

  /** What a use has found out. */
  note(change: StateChange, { channel, upstreamModel }: Target, key: KeyHealth | undefined): void {
    const about = key === undefined ? { upstreamModel } : { keyFingerprint: key.fingerprint };
    const state: ChannelState = { channelId: channel.id, ...about, ...change };
    // Names that a client has made up are nobody else's business.
    if (key === undefined && change.state === 'cooling' && !lists(channel, upstreamModel)) return;
    const isWholeChannel = this.getAccount(channel).status === 'ejected';
    logStateChange(this.logger, { channel: channel.name, state, isWholeChannel });
    this.publish(state);
  }

  private getRecord({
    channelId,
    upstreamModel,
    keyFingerprint,
  }: ChannelState): TargetHealth | KeyHealth | undefined {
    if (keyFingerprint !== undefined) return this.buildChannelKey(channelId, keyFingerprint);
    return upstreamModel === undefined ? undefined : this.targetAt(channelId, upstreamModel);
  }

  private targetAt(channelId: string, upstreamModel: string): TargetHealth {
    const key = getKey(channelId, upstreamModel);
    return this.targets.use(key, () => new TargetHealth(channelId, upstreamModel, this.clock));
  }

  private buildChannelKey(channelId: string, fingerprint: string): KeyHealth {
    return this.keys.use(getKey(channelId, fingerprint), () => new KeyHealth(fingerprint, this.clock));
  }

  /** A channel that leads elsewhere now, or with other keys, begins anew. */
  private getAccount(channel: Channel): ChannelAccount {
    const known = this.accounts.get(channel.id);
    if (known?.follow(channel) === true) return known;
    if (known !== undefined) this.forgetAccount(channel.id, known);
    const apiKeys = channel.apiKeys.length > 0 ? channel.apiKeys : [undefined];
    const keys = apiKeys.map((apiKey) => this.buildChannelKey(channel.id, toFingerprint(apiKey)));
    const account = new ChannelAccount(channel, keys);
    this.accounts.set(channel.id, account);
    return account;
  }

  private forgetAccount(channelId: string, account: ChannelAccount): void {
    for (const { fingerprint } of account.keys) this.keys.delete(getKey(channelId, fingerprint));
    for (const health of this.targets.values()) {
      if (health.channelId === channelId) this.targets.delete(getKey(channelId, health.upstreamModel));
    }
  }
}

function getKey(channelId: string, name: string): string {
  return `${channelId}\n${name}`;
}

function lists({ models }: Channel, upstreamModel: string): boolean {
  return models.some(({ upstream }) => upstream === upstreamModel);
}

function getUntil(health: TargetHealth | undefined): number {
  return health?.breaker.lastOpening?.until ?? 0;
}

/**
 * Where more than half of the targets of a model are ejected, those that only fail too often are taken back, the
 * one whose time is over first being the first: the load of all on a few would only make these fail, too.
 */
function reinstateHalf(targets: readonly Judged[]): HealthStatus[] {
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

/** One line for everything that an operator would want to learn of, once. */
function logStateChange(logger: Pick<Logger, 'info' | 'warn'>, change: LoggedChange): void {
  const { channel, state, isWholeChannel } = change;
  if (state.isExtension === true) return;
  const { upstreamModel, keyFingerprint, reason, times } = state;
  const until = new Date(state.until).toISOString();
  const facts = { channel, upstreamModel, keyFingerprint, reason, times };
  switch (state.state) {
    case 'closed':
      return logger.warn(facts, keyFingerprint === undefined ? 'a channel is back' : 'a key works again');
    case 'open':
      return logger.warn({ ...facts, until }, 'a channel fails and is left out for a while');
    case 'key-refused':
      logger.warn({ ...facts, until }, 'a key is refused by its service: it has to be renewed');
      if (isWholeChannel) logger.warn({ channel }, 'every key of a channel is refused: it is left out');
      return;
    case 'cooling':
      // Limits on rates are everyday life; the others want somebody's attention.
      if (reason === 'overloaded') logger.info({ ...facts, until }, 'a channel is given a rest');
      else logger.warn({ ...facts, until }, 'a channel is given a rest');
  }
}

import { type Capability, GatewayError } from '#canonical';
import { CredentialSources } from '#credentials';
import { SecretUnreadable } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { BuiltInChannel } from './built-in-channel.js';
import { type Channel } from './channel.js';
import { ChannelRepository } from './channel.repository.js';
import { type ModelEntity, type ModelPrice, type RealtimeSettings } from './model.entity.js';
import { ModelRepository } from './model.repository.js';
import { type RoutedTarget } from './routing/routed-target.js';
import { chooseTargets } from './routing/choose-targets.js';
import { type FoundModel, findModel } from './routing/find-model.js';
import { type RoutingFacts } from './routing/routing-facts.js';
import { findStandInFallbacks } from './routing/stand-in-fallbacks.js';
import { requireModelName } from './require-model-name.js';
import { type RandomPick, type Target, selectTargets } from './select-targets.js';

/** Limited, because clients can invent model names. */
const MAX_RESOLVED = 2_000;

/** The part of a request that routing needs. */
export interface RoutingRequest extends Pick<RoutingFacts, 'capability'> {
  /** The name that the client uses. */
  model: string;
  health: Pick<RoutingFacts, 'getHealthStatuses' | 'getFirstByteMs'>;
  /** Required for models that are routed by cost. */
  getPrice?: RoutingFacts['getPrice'];
  draw?: RandomPick;
}

/** Channels and models in memory, so that routing needs no query. */
@Injectable()
export class Catalog {
  private channels: readonly Channel[] = [];
  private models: ReadonlyMap<string, ModelEntity> = new Map();
  private readonly resolved = new LRUCache<string, FoundModel>({ max: MAX_RESOLVED });
  /** The models of the last warning, which is not repeated for every reload. */
  private warnedModels = '';
  /** Loads run one after the other: an older load that ends later would restore old data. */
  private lastLoad: Promise<void> = Promise.resolve();
  private nextLoad: Promise<void> | undefined;

  constructor(
    private readonly channelRepository: ChannelRepository,
    private readonly modelRepository: ModelRepository,
    @Inject(BuiltInChannel) private readonly builtIn: Pick<BuiltInChannel, 'channel' | 'isEnabled'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CredentialSources) private readonly credentials: Pick<CredentialSources, 'follow'>,
  ) {}

  reload(): Promise<void> {
    return this.runExclusive(() => this.load());
  }

  /**
   * Loads changed data. Changes during a load are loaded together by the next one. Rejects if the database is
   * unavailable.
   */
  refresh(): Promise<void> {
    this.nextLoad ??= this.runExclusive(() => {
      this.nextLoad = undefined;
      return this.load();
    });
    return this.nextLoad;
  }

  /** The targets of a model by priority and weight only. Throws if no channel serves it. */
  targetsFor(model: string, capability: Capability, randomPick: RandomPick = Math.random): Target[] {
    requireModelName(model);
    this.requireCapability(model, capability, model);
    const targets = selectTargets(this.channels, model, randomPick);
    if (targets.length === 0) throw notFound(model);
    return targets;
  }

  /** The targets to try, best first, by all routing rules. Throws if no channel serves the model. */
  choose({
    model,
    capability,
    health,
    getPrice = () => undefined,
    draw: randomPick = Math.random,
  }: RoutingRequest): RoutedTarget[] {
    requireModelName(model);
    const found = this.resolveModel(model);
    this.requireCapability(found.id, capability, model);
    const targets = chooseTargets(found, {
      channels: this.channels,
      models: this.models,
      capability,
      randomPick,
      chance: Math.random(),
      getHealthStatuses: (targets) => health.getHealthStatuses(targets),
      getFirstByteMs: (target) => health.getFirstByteMs(target),
      getPrice,
    });
    if (targets.length === 0) throw notFound(model);
    return targets;
  }

  /** Resolves a name. Cached until the next load. */
  private resolveModel(model: string): FoundModel {
    const cached = this.resolved.get(model);
    if (cached !== undefined) return cached;
    const found = findModel(model, { channels: this.channels, models: this.models });
    this.resolved.set(model, found);
    return found;
  }

  /** After this time without a first byte, a second channel is tried. Undefined without hedging. */
  getHedgeMs(model: string): number | undefined {
    return this.models.get(model)?.hedgeMs ?? undefined;
  }

  /** All enabled channels. */
  get activeChannels(): readonly Channel[] {
    return this.channels;
  }

  /** The capabilities that a model is limited to. Undefined if only its channels limit it. */
  getCapabilities(model: string): readonly string[] | undefined {
    return this.models.get(model)?.capabilities ?? undefined;
  }

  /** The configured price of a model, if any. */
  getPrice(model: string): ModelPrice | undefined {
    return this.models.get(model)?.price ?? undefined;
  }

  /** The deadline of a video task of a model, if configured. */
  getDeadlineMinutes(model: string): number | undefined {
    return this.models.get(model)?.deadlineMinutes ?? undefined;
  }

  /** The realtime settings of a model, if configured. */
  getRealtime(model: string): RealtimeSettings | undefined {
    return this.models.get(model)?.realtime ?? undefined;
  }

  private requireCapability(model: string, capability: Capability, named: string): void {
    if (this.getCapabilities(model)?.includes(capability) ?? true) return;
    throw new GatewayError(
      'unsupported-capability',
      `The model "${named}" does not serve ${capability} requests.`,
      { param: 'model' },
    );
  }

  private warnOfStandIns(): void {
    const models = findStandInFallbacks(this.channels, this.models.values());
    const names = models.join(' ');
    if (models.length > 0 && names !== this.warnedModels)
      this.logger.warn({ models }, 'a sandbox model cannot be a fallback of another model and is ignored');
    this.warnedModels = names;
  }

  private runExclusive(load: () => Promise<void>): Promise<void> {
    const loading = this.lastLoad.then(load);
    this.lastLoad = loading.catch(() => undefined);
    return loading;
  }

  private async load(): Promise<void> {
    try {
      const { channel } = this.builtIn;
      const [channels, models, isBuiltInEnabled] = await Promise.all([
        this.channelRepository.findAll(),
        this.modelRepository.findAll(),
        this.builtIn.isEnabled(),
      ]);
      const enabled = this.credentials.follow(channels.filter((stored) => stored.enabled));
      this.channels = isBuiltInEnabled && channel !== undefined ? [...enabled, channel] : enabled;
      this.models = new Map(models.filter(({ enabled }) => enabled).map((model) => [model.id, model]));
      this.resolved.clear();
      this.warnOfStandIns();
    } catch (error) {
      this.logger.warn({ err: error }, 'channels and models could not be loaded');
      // If a row was encrypted with another key, loading again would not help. The previous data remains in use.
      if (!(error instanceof SecretUnreadable)) throw error;
    }
  }
}

function notFound(model: string): GatewayError {
  return new GatewayError('model-not-found', `The model "${model}" does not exist.`, { param: 'model' });
}

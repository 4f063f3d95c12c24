import { type Capability, GatewayError } from '#canonical';
import { type CredentialSources } from '#credentials';
import { SecretUnreadable } from '#secrets';
import { type Logger } from '#telemetry';
import { type Channel } from './channel.js';
import { type ChannelRepository } from './channel.repository.js';
import { type ModelEntity, type ModelPrice, type RealtimeSettings } from './model.entity.js';
import { type ModelRepository } from './model.repository.js';
import { type Choice } from './routing/choice.js';
import { chooseTargets } from './routing/choose-targets.js';
import { type FoundModel, findModel } from './routing/find-model.js';
import { type RoutingFacts } from './routing/routing-facts.js';
import { findStandInFallbacks } from './routing/stand-in-fallbacks.js';
import { requireModelName } from './require-model-name.js';
import { type RandomPick, type Target, selectTargets } from './select-targets.js';

/** The channel that every program brings along. */
export const BUILT_IN_CHANNEL = Symbol('built-in channel');

export interface BuiltInChannel {
  /** Undefined in a program that has none. */
  channel: Channel | undefined;
  /** Read again with the channels. */
  isWanted: () => Promise<boolean>;
}

/** So many names are remembered: clients may make them up. */
const MAX_FOUND = 5_000;

/** A request as far as its way is concerned. */
export interface RoutingQuestion extends Pick<RoutingFacts, 'capability'> {
  /** As the client names it. */
  model: string;
  health: Pick<RoutingFacts, 'getHealthStatuses' | 'getFirstByteMs'>;
  /** Needed where a model is routed by cost. */
  getPrice?: RoutingFacts['getPrice'];
  draw?: RandomPick;
}

/** Channels and models, in memory: choosing a target costs no database. */
export class Catalog {
  private channels: readonly Channel[] = [];
  private models: ReadonlyMap<string, ModelEntity> = new Map();
  private readonly found = new Map<string, FoundModel>();
  /** The models that the log has told of, since every change reads everything again. */
  private warnedOf = '';
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();
  private nextReading: Promise<void> | undefined;

  constructor(
    private readonly channelRepository: ChannelRepository,
    private readonly modelRepository: ModelRepository,
    private readonly builtIn: BuiltInChannel,
    private readonly logger: Logger,
    private readonly credentials: Pick<CredentialSources, 'follow'>,
  ) {}

  reload(): Promise<void> {
    return this.inTurn(() => this.read());
  }

  /** Changes that come while one is being read are read together by the next. Rejects where the database is away. */
  refresh(): Promise<void> {
    this.nextReading ??= this.inTurn(() => {
      this.nextReading = undefined;
      return this.read();
    });
    return this.nextReading;
  }

  /** The targets of a model by priority and weight alone. Throws where no channel serves it at all. */
  targetsFor(model: string, capability: Capability, randomPick: RandomPick = Math.random): Target[] {
    requireModelName(model);
    this.refuseUnable(model, capability, model);
    const targets = selectTargets(this.channels, model, randomPick);
    if (targets.length === 0) throw notFound(model);
    return targets;
  }

  /** The targets to try, best first, by everything that is known. Throws where no channel serves the model at all. */
  choose({
    model,
    capability,
    health,
    getPrice = () => undefined,
    draw: randomPick = Math.random,
  }: RoutingQuestion): Choice[] {
    requireModelName(model);
    const asked = this.find(model);
    this.refuseUnable(asked.id, capability, model);
    const choices = chooseTargets(asked, {
      channels: this.channels,
      models: this.models,
      capability,
      draw: randomPick,
      chance: Math.random(),
      getHealthStatuses: (targets) => health.getHealthStatuses(targets),
      getFirstByteMs: (target) => health.getFirstByteMs(target),
      getPrice,
    });
    if (choices.length === 0) throw notFound(model);
    return choices;
  }

  /** What a name means, worked out once until something changes. */
  private find(model: string): FoundModel {
    const known = this.found.get(model);
    if (known !== undefined) return known;
    const found = findModel(model, { channels: this.channels, models: this.models });
    if (this.found.size >= MAX_FOUND) this.found.clear();
    this.found.set(model, found);
    return found;
  }

  /** When a second channel is raced for a model's first byte; undefined where none is. */
  getHedgeMs(model: string): number | undefined {
    return this.models.get(model)?.hedgeMs ?? undefined;
  }

  /** Every channel that is in use. */
  get activeChannels(): readonly Channel[] {
    return this.channels;
  }

  /** What a model is limited to; undefined where it is limited by its channels alone. */
  getCapabilities(model: string): readonly string[] | undefined {
    return this.models.get(model)?.capabilities ?? undefined;
  }

  /** What a model costs; undefined where nobody has said. */
  getPrice(model: string): ModelPrice | undefined {
    return this.models.get(model)?.price ?? undefined;
  }

  /** How long a video may take. */
  getDeadlineMinutes(model: string): number | undefined {
    return this.models.get(model)?.deadlineMinutes ?? undefined;
  }

  /** What a model says of its own about realtime sessions; undefined where it says nothing. */
  getRealtime(model: string): RealtimeSettings | undefined {
    return this.models.get(model)?.realtime ?? undefined;
  }

  private refuseUnable(model: string, capability: Capability, named: string): void {
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
    if (models.length > 0 && names !== this.warnedOf)
      this.logger.warn(
        { models },
        'a sandbox model among the fallbacks is left out: it stands in for no other',
      );
    this.warnedOf = names;
  }

  private inTurn(read: () => Promise<void>): Promise<void> {
    const reading = this.lastReading.then(read);
    this.lastReading = reading.catch(() => undefined);
    return reading;
  }

  private async read(): Promise<void> {
    try {
      const { channel: builtIn, isWanted } = this.builtIn;
      const [channels, models, isBuiltInWanted] = await Promise.all([
        this.channelRepository.findAll(),
        this.modelRepository.findAll(),
        isWanted(),
      ]);
      const enabled = this.credentials.follow(channels.filter((channel) => channel.enabled));
      this.channels = isBuiltInWanted && builtIn !== undefined ? [...enabled, builtIn] : enabled;
      this.models = new Map(models.filter(({ enabled }) => enabled).map((model) => [model.id, model]));
      this.found.clear();
      this.warnOfStandIns();
    } catch (error) {
      this.logger.warn({ err: error }, 'could not read channels and models');
      // Reading again would not help against a row of another key: what was known before goes on serving.
      if (!(error instanceof SecretUnreadable)) throw error;
    }
  }
}

function notFound(model: string): GatewayError {
  return new GatewayError('model-not-found', `The model "${model}" does not exist here.`, { param: 'model' });
}

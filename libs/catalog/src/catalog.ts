import { type Capability, GatewayError } from '#canonical';
import { SecretUnreadable } from '#secrets';
import { type Logger } from '#telemetry';
import { type Channel } from './channel.js';
import { type ChannelRepository } from './channel.repository.js';
import { type ModelEntity } from './model.entity.js';
import { type ModelRepository } from './model.repository.js';
import { type Draw, type Target, selectTargets } from './select-targets.js';

export interface BuiltInChannel {
  channel: Channel;
  /** Undefined: only while no other channel exists. */
  isWanted: boolean | undefined;
}

/** Channels and models, in memory: choosing a target costs no database. */
export class Catalog {
  private channels: readonly Channel[] = [];
  private capabilities: ReadonlyMap<string, readonly string[]> = new Map();
  /** One reading at a time: an older one that ends later would bring back what has changed since. */
  private lastReading: Promise<void> = Promise.resolve();
  private nextReading: Promise<void> | undefined;

  constructor(
    private readonly channelRepository: ChannelRepository,
    private readonly modelRepository: ModelRepository,
    private readonly builtIn: BuiltInChannel,
    private readonly logger: Logger,
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

  /** The targets to try for a model, best first. Throws where no channel serves it at all. */
  targetsFor(model: string, capability: Capability, draw: Draw = Math.random): Target[] {
    const allowed = this.capabilitiesOf(model);
    if (allowed !== undefined && !allowed.includes(capability)) {
      throw new GatewayError(
        'unsupported-capability',
        `The model "${model}" does not serve ${capability} requests.`,
        {
          param: 'model',
        },
      );
    }
    const targets = selectTargets(this.channels, model, draw);
    if (targets.length === 0) {
      throw new GatewayError('model-not-found', `The model "${model}" does not exist here.`, {
        param: 'model',
      });
    }
    return targets;
  }

  /** Every channel that is in use. */
  get activeChannels(): readonly Channel[] {
    return this.channels;
  }

  /** What a model is limited to; undefined where it is limited by its channels alone. */
  capabilitiesOf(model: string): readonly string[] | undefined {
    return this.capabilities.get(model);
  }

  private withBuiltIn(channels: readonly Channel[]): readonly Channel[] {
    const isWanted = this.builtIn.isWanted ?? channels.length === 0;
    return isWanted ? [...channels, this.builtIn.channel] : channels;
  }

  private inTurn(read: () => Promise<void>): Promise<void> {
    const reading = this.lastReading.then(read);
    this.lastReading = reading.catch(() => undefined);
    return reading;
  }

  private async read(): Promise<void> {
    try {
      const [channels, models] = await Promise.all([
        this.channelRepository.findAll(),
        this.modelRepository.findAll(),
      ]);
      this.channels = this.withBuiltIn(channels.filter((channel) => channel.enabled));
      this.capabilities = capabilitiesOf(models);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not read channels and models');
      // Reading again would not help against a row of another key: what was known before goes on serving.
      if (!(error instanceof SecretUnreadable)) throw error;
    }
  }
}

function capabilitiesOf(models: readonly ModelEntity[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    models.flatMap(({ id, enabled, capabilities }) => (enabled && capabilities ? [[id, capabilities]] : [])),
  );
}

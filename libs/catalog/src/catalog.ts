import { type Capability, GatewayError } from '#canonical';
import { type Logger } from '#telemetry';
import { type Channel } from './channel.js';
import { type ChannelRepository } from './channel.repository.js';
import { type ModelRepository } from './model.repository.js';
import { type Target, selectTargets } from './select-targets.js';

export interface BuiltInChannel {
  channel: Channel;
  /** Undefined: only while no other channel exists. */
  isWanted: boolean | undefined;
}

/** Channels and models, in memory: choosing a target costs no database. */
export class Catalog {
  private channels: readonly Channel[] = [];
  private capabilities: ReadonlyMap<string, readonly string[]> = new Map();
  private reloading: Promise<void> | undefined;
  private isStale = false;

  constructor(
    private readonly channelRepository: ChannelRepository,
    private readonly modelRepository: ModelRepository,
    private readonly builtIn: BuiltInChannel,
    private readonly logger: Logger,
  ) {}

  async reload(): Promise<void> {
    const [channels, models] = await Promise.all([
      this.channelRepository.findAll(),
      this.modelRepository.findAll(),
    ]);
    this.channels = this.withBuiltIn(channels.filter((channel) => channel.enabled));
    this.capabilities = new Map(
      models.flatMap(({ id, enabled, capabilities }) =>
        enabled && capabilities ? [[id, capabilities]] : [],
      ),
    );
  }

  /** Changes that come while a reload is under way are read by one more. */
  refresh(): void {
    this.isStale = true;
    this.reloading ??= this.reloadWhileStale().finally(() => {
      this.reloading = undefined;
    });
  }

  /** The targets to try for a model, best first. Throws where no channel serves it at all. */
  targetsFor(model: string, capability: Capability): Target[] {
    const allowed = this.capabilities.get(model);
    if (allowed !== undefined && !allowed.includes(capability)) {
      throw new GatewayError(
        'unsupported-capability',
        `The model "${model}" does not serve ${capability} requests.`,
        {
          param: 'model',
        },
      );
    }
    const targets = selectTargets(this.channels, model, Math.random);
    if (targets.length === 0) {
      throw new GatewayError('model-not-found', `The model "${model}" does not exist here.`, {
        param: 'model',
      });
    }
    return targets;
  }

  private withBuiltIn(channels: readonly Channel[]): readonly Channel[] {
    const isWanted = this.builtIn.isWanted ?? channels.length === 0;
    return isWanted ? [...channels, this.builtIn.channel] : channels;
  }

  private async reloadWhileStale(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      try {
        await this.reload();
      } catch (error) {
        // The database is away, or a key was changed: what was known before goes on serving.
        this.logger.warn({ error }, 'could not read channels and models');
      }
    }
  }
}

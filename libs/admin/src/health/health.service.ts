import { CONFIG, type Config } from '#config';
import { UsageJournal } from '#metering';
import { checkRedis } from '#jobs';
import { programVersion } from '#telemetry';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { type HealthStatus, type HealthView } from './health.dto.js';
import { HealthRepository } from './health.repository.js';
import { type HealthFacts, findProblems } from './find-problems.js';

type QueueHealth = NonNullable<HealthView['queue']>;

@Injectable()
export class HealthService {
  private readonly version = programVersion();

  constructor(
    private readonly health: HealthRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'redisUrl'>,
    /** Only in a process that serves model requests. */
    @Optional() private readonly journal?: UsageJournal,
  ) {}

  async show(): Promise<HealthView> {
    const facts = await this.loadFacts();
    const problems = findProblems(facts);
    return {
      status: getStatus(facts, problems),
      problems,
      version: this.version,
      uptime_seconds: Math.floor(process.uptime()),
      ...facts,
    };
  }

  /** Where workers get their work from. */
  private get backend(): QueueHealth['backend'] {
    return this.config.redisUrl === undefined ? 'postgres' : 'redis';
  }

  private async loadFacts(): Promise<HealthFacts> {
    const database = await this.health.checkDatabase();
    const usage = this.getUsage();
    const isUsable = database.reachable && database.migrated === true;
    if (!isUsable) return { database, queue: null, channels: null, workers: null, usage };
    const [status, backlog, channels, workers] = await Promise.all([
      this.checkQueue(),
      this.health.loadBacklog(),
      this.health.loadChannels(),
      this.health.loadWorkers(),
    ]);
    const queue = { backend: this.backend, ...status, backlog };
    return { database, queue, channels, workers, usage };
  }

  /** Never rejects. Only called if the database is reachable, so a queue in the database is reachable, too. */
  private async checkQueue(): Promise<Pick<QueueHealth, 'reachable' | 'problem'>> {
    const { redisUrl } = this.config;
    if (redisUrl === undefined) return { reachable: true, problem: null };
    try {
      const { unsupported } = await checkRedis(redisUrl);
      if (unsupported !== undefined) return { reachable: false, problem: `Redis ${unsupported}` };
      return { reachable: true, problem: null };
    } catch (error) {
      return { reachable: false, problem: (error as Error).message };
    }
  }

  private getUsage(): HealthView['usage'] {
    if (this.journal === undefined) return null;
    const { waitingEvents, lostEvents, isDurable } = this.journal;
    return { waiting_events: waitingEvents, lost_events: lostEvents, durable: isDurable };
  }
}

function getStatus({ database }: HealthFacts, problems: readonly string[]): HealthStatus {
  if (!database.reachable || database.migrated === false) return 'down';
  return problems.length === 0 ? 'ok' : 'degraded';
}

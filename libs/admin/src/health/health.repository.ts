import { ChannelEntity, ChannelResultRepository, ChannelStateRepository } from '#catalog';
import { Database, WORKER_APPLICATIONS, findSchemaFaults, isMigrated } from '#database';
import { Injectable } from '@nestjs/common';
import { judgeChannel } from '../channels/judge-channel.js';
import { type BacklogView, type ChannelHealthView, type HealthView } from './health.dto.js';

/** Workers poll for work about every second. A worker that has not done so for this long has ended or hangs. */
const SILENT_SECONDS = 30;

/** The unfinished work of workers. Webhooks are never overdue, because they may wait for their receivers. */
const BACKLOG = `
  SELECT 'video tasks' AS name, count(*)::int AS open, ${writeOverdueSeconds('next_run_at')} AS overdue_seconds
  FROM video_tasks WHERE status IN ('queued', 'in_progress')
  UNION ALL
  SELECT 'background responses', count(*)::int, ${writeOverdueSeconds('next_run_at')}
  FROM background_responses WHERE status IN ('queued', 'in_progress')
  UNION ALL
  SELECT 'webhook deliveries', count(*)::int, NULL FROM webhook_deliveries WHERE status = 'pending'`;

const WORKERS = `
  SELECT count(*) FILTER (WHERE seen_at > clock_timestamp() - $2 * interval '1 second')::int AS alive,
    max(seen_at) AS last_seen_at
  FROM (
    SELECT max(state_change) AS seen_at FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE $1 GROUP BY application_name
  ) AS workers`;

const STATUSES = {
  not_tested: 'not_tested',
  healthy: 'healthy',
  degraded: 'impaired',
  failing: 'impaired',
} as const;

const IMPAIRED_STATUSES = {
  open: 'ejected',
  cooling: 'cooling',
  'key-refused': 'refused',
  closed: 'healthy',
} as const;

@Injectable()
export class HealthRepository {
  private readonly states: ChannelStateRepository;
  private readonly results: ChannelResultRepository;

  constructor(private readonly database: Database) {
    this.states = new ChannelStateRepository(database);
    this.results = new ChannelResultRepository(database);
  }

  /** Never rejects. */
  async checkDatabase(): Promise<HealthView['database']> {
    const startedAt = performance.now();
    try {
      await this.database.query('SELECT 1');
      const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
      return {
        reachable: true,
        migrated: (await isMigrated(this.database)) && (await findSchemaFaults(this.database)).length === 0,
        latency_ms: latencyMs,
        problem: null,
      };
    } catch (error) {
      return { reachable: false, migrated: null, latency_ms: null, problem: (error as Error).message };
    }
  }

  async loadBacklog(): Promise<BacklogView[]> {
    return this.database.query<BacklogView[]>(BACKLOG);
  }

  async loadChannels(): Promise<ChannelHealthView[]> {
    const channels = await this.database.getRepository(ChannelEntity).find({
      select: { id: true, name: true, enabled: true },
      order: { name: 'ASC' },
    });
    const results = await this.results.find();
    const states = (await this.states.findCurrent()).filter(({ state }) => state !== 'closed');
    return channels.map(({ id, name, enabled }) => {
      const impairments = states
        .filter(({ channelId }) => channelId === id)
        .map(({ state, reason, upstreamModel, remainingMs }) => ({
          state,
          reason,
          upstream_model: upstreamModel ?? null,
          until: new Date(Date.now() + remainingMs).toISOString(),
        }));
      const judged = judgeChannel({
        keys: [],
        models: impairments.map((one) => ({
          name: one.upstream_model ?? 'API key',
          status: IMPAIRED_STATUSES[one.state],
          reason: one.reason,
          since: null,
        })),
        result: results.get(id),
      });
      const { reason, since, advice } = judged;
      return {
        id,
        name,
        status: enabled ? STATUSES[judged.status] : 'disabled',
        reason,
        since,
        advice,
        impairments,
      };
    });
  }

  async loadWorkers(): Promise<NonNullable<HealthView['workers']>> {
    const [row] = await this.database.query<{ alive: number; last_seen_at: Date | null }[]>(WORKERS, [
      WORKER_APPLICATIONS,
      SILENT_SECONDS,
    ]);
    return { alive: row?.alive ?? 0, last_seen_at: row?.last_seen_at?.toISOString() ?? null };
  }
}

/** How long the oldest due row without a lease has been waiting, in seconds. */
function writeOverdueSeconds(dueAt: string): string {
  const oldest = `min(${dueAt}) FILTER (WHERE lease_until IS NULL OR lease_until < clock_timestamp())`;
  return `greatest(0, extract(epoch FROM clock_timestamp() - ${oldest}))::int`;
}

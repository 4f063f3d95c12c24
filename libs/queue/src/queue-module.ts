import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule } from '@nestjs/common';
import {
  type PostgresPoolConfig,
  type QueueOptions,
  createPostgresBackend,
  setDefaultBackendFactory,
} from 'bullmq';

export interface QueueSettings {
  redisUrl?: string;
  databaseUrl: string;
}

/** Finished jobs are only a trace for whoever looks into the queue; the rows in our own tables are the truth. */
const JOB_DEFAULTS = { removeOnComplete: { count: 100 }, removeOnFail: { count: 1000 } };
const POSTGRES_CONNECTIONS_PER_QUEUE = 3;

/** The queues of this installation: on Redis where there is one, otherwise on the database itself. */
export function queueModules(
  { redisUrl, databaseUrl }: QueueSettings,
  names: readonly string[],
): DynamicModule[] {
  const connection = redisUrl === undefined ? postgresConnection(databaseUrl) : redisConnection(redisUrl);
  const root = BullModule.forRoot({ connection, defaultJobOptions: JOB_DEFAULTS });
  return [root, BullModule.registerQueue(...names.map((name) => ({ name })))];
}

/** BullMQ chooses its backend for a whole process, before the first queue is made. */
function postgresConnection(connectionString: string): QueueOptions['connection'] {
  setDefaultBackendFactory(createPostgresBackend);
  const pool: PostgresPoolConfig = { connectionString, migrate: true, max: POSTGRES_CONNECTIONS_PER_QUEUE };
  return pool;
}

function redisConnection(url: string): QueueOptions['connection'] {
  return { url, maxRetriesPerRequest: null };
}

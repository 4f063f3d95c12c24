import { HeardClient } from '#database';
import { type PostgresPoolConfig, type QueueOptions } from 'bullmq';

export interface QueueSettings {
  redisUrl?: string;
  databaseUrl: string;
}

/** Finished jobs are only a trace for whoever looks into the queue; the rows in our own tables are the truth. */
export const JOB_DEFAULTS = { removeOnComplete: { count: 100 }, removeOnFail: { count: 1000 } };

/** How long a process that stops waits for Redis to see its connection off. */
const PARTING_MS = 200;

export function postgresConnection(connectionString: string, connections: number): PostgresPoolConfig {
  return { connectionString, migrate: true, max: connections, Client: HeardClient };
}

export function redisConnection(url: string): QueueOptions['connection'] {
  return { url, maxRetriesPerRequest: null, disconnectTimeout: PARTING_MS };
}

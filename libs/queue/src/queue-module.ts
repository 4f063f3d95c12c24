import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule } from '@nestjs/common';
import { type QueueOptions, createPostgresBackend, setDefaultBackendFactory } from 'bullmq';
import { JOB_DEFAULTS, type QueueSettings, postgresConnection, redisConnection } from './queue-connection.js';

const POSTGRES_CONNECTIONS_PER_QUEUE = 3;

/** The queues of this installation: on Redis where there is one, otherwise on the database itself. */
export function queueModules(
  { redisUrl, databaseUrl }: QueueSettings,
  names: readonly string[],
): DynamicModule[] {
  const connection = redisUrl === undefined ? ownDatabase(databaseUrl) : redisConnection(redisUrl);
  const root = BullModule.forRoot({ connection, defaultJobOptions: JOB_DEFAULTS });
  return [root, BullModule.registerQueue(...names.map((name) => ({ name })))];
}

/** BullMQ chooses its backend for a whole process, before the first queue is made. */
function ownDatabase(databaseUrl: string): QueueOptions['connection'] {
  setDefaultBackendFactory(createPostgresBackend);
  return postgresConnection(databaseUrl, POSTGRES_CONNECTIONS_PER_QUEUE);
}

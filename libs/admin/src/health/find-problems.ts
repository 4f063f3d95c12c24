import { type HealthView } from './health.dto.js';

const MAX_OVERDUE_SECONDS = 60;
const MAX_WAITING_EVENTS = 10_000;

export type HealthFacts = Pick<HealthView, 'database' | 'queue' | 'channels' | 'workers' | 'usage'>;

/** Descriptions of problems that an operator should fix. */
export function findProblems({ database, queue, channels, workers, usage }: HealthFacts): string[] {
  if (!database.reachable) return [`The database is unavailable: ${database.problem}.`];
  return [
    ...(database.migrated === false
      ? ['The database schema is older than this version. Run the migrations.']
      : []),
    ...(workers?.alive === 0 ? ['No worker is running. Tasks and webhooks are not processed.'] : []),
    ...findQueueProblems(queue),
    ...findChannelsProblems(channels ?? []),
    ...findUsageProblems(usage),
  ];
}

function findQueueProblems(queue: HealthFacts['queue']): string[] {
  if (queue === null) return [];
  const overdue = queue.backlog.filter(
    ({ overdue_seconds: seconds }) => (seconds ?? 0) > MAX_OVERDUE_SECONDS,
  );
  return [
    ...(queue.reachable === false ? [`The queue is unavailable: ${queue.problem}.`] : []),
    ...overdue.map(
      ({ name, overdue_seconds: seconds }) =>
        `The oldest of the ${name} has been waiting ${seconds} s for a worker.`,
    ),
  ];
}

function findChannelsProblems(channels: NonNullable<HealthFacts['channels']>): string[] {
  const refused = channels.filter(
    ({ status, impairments }) =>
      status === 'impaired' && impairments.some(({ state }) => state === 'key-refused'),
  );
  const enabled = channels.filter(({ status }) => status !== 'disabled');
  const isNoneHealthy = enabled.length > 0 && enabled.every(({ status }) => status === 'impaired');
  return [
    ...refused.map(({ name }) => `The channel "${name}" has a key that its provider rejects.`),
    ...(isNoneHealthy ? ['No channel is healthy.'] : []),
  ];
}

function findUsageProblems(usage: HealthFacts['usage']): string[] {
  if (usage === null) return [];
  const { waiting_events: waiting, lost_events: lost, durable } = usage;
  return [
    ...(durable ? [] : ['Usage cannot be written to disk.']),
    ...(waiting > MAX_WAITING_EVENTS ? [`${waiting} usage events are waiting for the database.`] : []),
    ...(lost > 0 ? [`${lost} usage events were lost.`] : []),
  ];
}

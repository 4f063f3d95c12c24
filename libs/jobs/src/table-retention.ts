import { type TableRetention } from '#database';

const WITH_ITS_JOB = { until: 'its job is deleted', by: 'BullMQ, together with the job' };
const UNUSED = { keptBecause: 'It belongs to a feature of BullMQ that we do not use, and stays empty.' };

export const JOBS_TABLES: readonly TableRetention[] = [
  {
    table: 'maintenance_runs',
    keptBecause: 'It has one row for each kind of maintenance, which each run overwrites.',
  },
  // The tables of BullMQ, if the queue is in Postgres.
  {
    table: 'bullmq.job',
    until: 'it is older than the last 100 completed or the last 1,000 failed jobs',
    by: 'BullMQ (removeOnComplete and removeOnFail)',
  },
  { table: 'bullmq.job_dependency', ...WITH_ITS_JOB },
  { table: 'bullmq.job_log', ...WITH_ITS_JOB },
  { table: 'bullmq.dedup', ...WITH_ITS_JOB },
  { table: 'bullmq.dedup_next', ...WITH_ITS_JOB },
  { table: 'bullmq.event', until: 'it is older than the last 10,000 of its queue', by: 'BullMQ' },
  { table: 'bullmq.meta', keptBecause: 'It has a few rows for each queue.' },
  { table: 'bullmq.migration', keptBecause: 'It has one row per migration.' },
  { table: 'bullmq.rate_limit', keptBecause: 'It has one row for each queue at most.' },
  { table: 'bullmq.scheduler', keptBecause: 'It has one row for each job that runs on a schedule.' },
  { table: 'bullmq.metrics', ...UNUSED },
  { table: 'bullmq.relay_inbox', ...UNUSED },
  { table: 'bullmq.relay_node', ...UNUSED },
  { table: 'bullmq.relay_retained', ...UNUSED },
  { table: 'bullmq.relay_subscription', ...UNUSED },
];

import { type TableRetention } from '#database';

const WITH_ITS_TASK = {
  until: 'its task is deleted',
  by: 'a foreign key with ON DELETE CASCADE',
};

export const VIDEO_TASKS_TABLES: readonly TableRetention[] = [
  {
    table: 'video_tasks',
    until: 'it ended longer ago than usage.retentionDays and media.retentionDays',
    getDays: (periods) => Math.max(periods['usage.retention_days'], periods['media.retention_days']),
    older: `finished_at <= $1 AND status IN ('completed', 'failed')`,
    deletes: 'tasks',
    by: 'FinishedTaskRepository',
  },
  { table: 'video_task_events', ...WITH_ITS_TASK },
  { table: 'submit_evidence', ...WITH_ITS_TASK },
  {
    table: 'orphan_watch',
    until: 'its video can no longer be confused with another one',
    expired: 'watch_until <= $1',
  },
];

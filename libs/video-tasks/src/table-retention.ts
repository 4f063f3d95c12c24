import { type TableRetention } from '#database';

const WITH_ITS_TASK = {
  until: 'its task goes',
  by: 'a foreign key that deletes with the row it refers to',
};

export const VIDEO_TASKS_TABLES: readonly TableRetention[] = [
  {
    table: 'video_tasks',
    until: 'it ended longer ago than usage.retentionDays and media.retentionDays',
    by: 'FinishedTaskRepository',
  },
  { table: 'video_task_events', ...WITH_ITS_TASK },
  { table: 'submit_evidence', ...WITH_ITS_TASK },
  {
    table: 'orphan_watch',
    until: 'nobody can mistake its video for another any more',
    expired: 'watch_until <= $1',
  },
];

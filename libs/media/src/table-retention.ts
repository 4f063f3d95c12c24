import { type TableRetention } from '#database';

export const MEDIA_TABLES: readonly TableRetention[] = [
  {
    table: 'media_files',
    until: 'it is older than media.retentionDays, like its file',
    getDays: (periods) => periods['media.retention_days'],
    older: 'created_at < $1',
    deletes: 'files',
    by: 'CountedMediaStore',
  },
  {
    table: 'media_folders',
    until: 'no process has used the folder for a day',
    expired: "seen_at < $1::timestamptz - interval '1 day'",
  },
];

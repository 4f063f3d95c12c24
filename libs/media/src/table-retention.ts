import { type TableRetention } from '#database';

export const MEDIA_TABLES: readonly TableRetention[] = [
  { table: 'media_files', until: 'media.retentionDays are over, like its file', by: 'CountedMediaStore' },
  {
    table: 'media_folders',
    until: 'no process has used the folder for a day',
    expired: "seen_at < $1::timestamptz - interval '1 day'",
  },
];

import { type TableRetention } from '#database';

export const MEDIA_TABLES: readonly TableRetention[] = [
  { table: 'media_files', until: 'media.retentionDays are over, like its file', by: 'CountedMediaStore' },
];

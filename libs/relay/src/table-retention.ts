import { type TableRetention } from '#database';

export const RELAY_TABLES: readonly TableRetention[] = [
  {
    table: 'cached_answers',
    until: 'it expires, or CachedResponseLimits deletes it because its owner has too many newer ones',
    expired: 'expires_at <= $1',
  },
  {
    table: 'recorded_contents',
    until:
      'it expires after the days set for its token, or RecordedContentLimits deletes it because its owner has too much',
    expired: 'expires_at <= $1',
  },
];

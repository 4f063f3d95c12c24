import { type TableRetention } from '#database';

export const RELAY_TABLES: readonly TableRetention[] = [
  {
    table: 'cached_answers',
    until: 'it expires, or CachedAnswerLimits finds too many newer ones of its owner',
    expired: 'expires_at <= $1',
  },
  {
    table: 'recorded_contents',
    until:
      'the days are over that its token had when it was recorded, or RecordedContentLimits finds too much of its owner',
    expired: 'expires_at <= $1',
  },
];

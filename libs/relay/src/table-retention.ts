import { type TableRetention } from '#database';

export const RELAY_TABLES: readonly TableRetention[] = [
  {
    table: 'cached_answers',
    until: 'it expires, or CachedAnswerLimits finds too many newer ones of its owner',
    expired: 'expires_at <= $1',
  },
];

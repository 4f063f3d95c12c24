import { type Schema } from '../../api/client.js';

/** "1,234 requests", or "10,000+ requests" where only so many were counted. */
export function describeCount({ count, has_more: hasMore }: Schema<'RequestCountView'>): string {
  if (count === null) return 'Too many requests to count';
  const number = count.toLocaleString('en');
  return `${number}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'request' : 'requests'}`;
}

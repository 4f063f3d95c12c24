import { type Schema } from '../../api/client.js';

/** "1,234 requests", or "10,000+ requests" where it would take long to count on. */
export function describeCount({ count, has_more: hasMore }: Schema<'RequestCountView'>): string {
  if (count === null) return 'More requests than can be counted quickly';
  const number = count.toLocaleString('en');
  return `${number}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'request' : 'requests'}`;
}

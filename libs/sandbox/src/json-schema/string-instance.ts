import { type Schema } from './schema.js';

const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'sandbox@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/',
};

export function stringInstance(
  { format, minLength = 0, maxLength = 80 }: Schema,
  text: string,
  seed: number,
): string {
  const formatted = format === undefined ? undefined : BY_FORMAT[format];
  if (formatted !== undefined) return formatted;
  const base = seed === 0 ? text : `${seed + 1} ${text}`;
  const long = base.length >= minLength ? base : base.padEnd(minLength, '.');
  const most = Math.max(maxLength, minLength);
  // A character may take two code units, so this many hold enough of them.
  return Array.from(long.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

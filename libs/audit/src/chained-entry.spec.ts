import { describe, expect, it } from '@jest/globals';
import { type EntryContent, computeHash } from './chained-entry.js';

const CONTENT: EntryContent = {
  seq: 1,
  at: '2026-11-15T08:30:00.123456Z',
  actor: { kind: 'user', id: '7', name: 'ann@example.com' },
  action: 'token.create',
  subject_type: 'token',
  subject_id: '9',
  subject_name: 'Zoë’s notebook',
  changes: { models: { from: null, to: ['a', 'b'] }, key: 'changed' },
  address: '127.0.0.1',
  request_id: null,
  previous_hash: '0'.repeat(64),
};

describe('the hash of an entry', () => {
  it('is the same in other languages', () => {
    // Python: hashlib.sha256(json.dumps(content, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode())
    expect(computeHash(CONTENT)).toBe('f0ee724f24d6914ed45370ffa2721c5dfb2378c9092cbf6e7c0554fe711b66f9');
  });

  it('does not depend on the order of members', () => {
    const reversed = Object.fromEntries(Object.entries(CONTENT).toReversed()) as unknown as EntryContent;
    expect(computeHash(reversed)).toBe(computeHash(CONTENT));
  });

  it.each(Object.keys(CONTENT))('depends on %s', (member) => {
    const changed = { ...CONTENT, [member]: 'something else' };
    expect(computeHash(changed)).not.toBe(computeHash(CONTENT));
  });
});

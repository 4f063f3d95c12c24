import { describe, expect, it } from '@jest/globals';
import { type HealthFacts, findProblems } from './find-problems.js';

const UNTROUBLED = { reason: null, since: null, advice: null };

const WELL: HealthFacts = {
  database: { reachable: true, migrated: true, latency_ms: 1, problem: null },
  queue: {
    backend: 'postgres',
    reachable: true,
    problem: null,
    backlog: [
      { name: 'video tasks', open: 3, overdue_seconds: 2 },
      { name: 'webhook deliveries', open: 9, overdue_seconds: null },
    ],
  },
  channels: [{ id: '1', name: 'main', status: 'healthy', ...UNTROUBLED, impairments: [] }],
  workers: { alive: 1, last_seen_at: '2026-01-01T00:00:00.000Z' },
  usage: { waiting_events: 10, lost_events: 0, durable: true },
};

const refused = {
  id: '1',
  name: 'main',
  status: 'impaired',
  ...UNTROUBLED,
  impairments: [
    { state: 'key-refused', reason: 'key-refused', upstream_model: null, until: '2026-01-01T00:00:00.000Z' },
  ],
} as const;

describe('findProblems', () => {
  it('finds none if everything is healthy or unknown', () => {
    expect(findProblems(WELL)).toEqual([]);
    expect(findProblems({ ...WELL, queue: null, channels: null, workers: null, usage: null })).toEqual([]);
  });

  it.each<[string, Partial<HealthFacts>]>([
    ['older than this version', { database: { ...WELL.database, migrated: false } }],
    ['No worker', { workers: { alive: 0, last_seen_at: null } }],
    [
      'waiting 61 s',
      {
        queue: {
          backend: 'redis',
          reachable: null,
          problem: null,
          backlog: [{ name: 'video tasks', open: 1, overdue_seconds: 61 }],
        },
      },
    ],
    [
      'queue is unavailable: refused',
      { queue: { backend: 'redis', reachable: false, problem: 'refused', backlog: [] } },
    ],
    ['cannot be written', { usage: { waiting_events: 0, lost_events: 0, durable: false } }],
    ['10001 usage events are waiting', { usage: { waiting_events: 10_001, lost_events: 0, durable: true } }],
    ['1 usage events were lost', { usage: { waiting_events: 0, lost_events: 1, durable: true } }],
  ])('reports %s', (text, facts) => {
    expect(findProblems({ ...WELL, ...facts })).toEqual([expect.stringMatching(text)]);
  });

  it('names the channel with a refused key, and reports if no channel is healthy', () => {
    const channel = { ...refused, impairments: [...refused.impairments] };
    expect(findProblems({ ...WELL, channels: [channel] })).toEqual([
      'The channel "main" has a key that its provider rejects.',
      'No channel is healthy.',
    ]);
    const other = { id: '2', name: 'spare', status: 'healthy', ...UNTROUBLED, impairments: [] } as const;
    expect(findProblems({ ...WELL, channels: [channel, { ...other, impairments: [] }] })).toHaveLength(1);
  });

  it('reports nothing else while the database is unavailable', () => {
    const database = { reachable: false, migrated: null, latency_ms: null, problem: 'refused' };
    const facts = { ...WELL, database, queue: null, channels: null, workers: null };
    expect(findProblems(facts)).toEqual(['The database is unavailable: refused.']);
  });
});

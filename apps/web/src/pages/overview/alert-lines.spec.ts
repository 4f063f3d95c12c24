import { describe, expect, it } from '@jest/globals';
import { type Schema } from '../../api/client.js';
import { buildAlerts } from './alert-lines.js';

const NOW = new Date('2026-03-01T10:00:00Z');

const CHANNEL: Omit<Schema<'ChannelHealthView'>, 'id' | 'name'> = {
  status: 'healthy',
  reason: null,
  since: null,
  advice: null,
  impairments: [],
};

const HEALTHY: Schema<'HealthView'> = {
  status: 'ok',
  problems: [],
  version: '1.0.0',
  uptime_seconds: 1,
  database: { reachable: true, migrated: true, latency_ms: 1, problem: null },
  queue: {
    backend: 'postgres',
    reachable: true,
    problem: null,
    backlog: [{ name: 'video tasks', open: 1, overdue_seconds: 5 }],
  },
  channels: [{ ...CHANNEL, id: 'c1', name: 'main' }],
  workers: { alive: 1, last_seen_at: null },
  usage: { waiting_events: 0, lost_events: 0, durable: true },
};

function impaired(id: string, reason: string): Schema<'ChannelHealthView'> {
  const impairment = {
    state: 'open',
    reason,
    upstream_model: reason === 'key-refused' ? null : 'gpt-5',
    until: '2026-03-01T10:05:00Z',
  } as const;
  return {
    id,
    name: `channel ${id}`,
    status: 'impaired',
    reason: reason === 'key-refused' ? 'The service refuses this key.' : 'Several requests in a row failed.',
    since: '2026-03-01T09:50:00Z',
    advice: null,
    impairments: [impairment],
  };
}

const TIMES = [
  { label: 'Started', at: '2026-03-01T09:50:00Z' },
  { label: 'Next retry', at: '2026-03-01T10:05:00Z' },
];

const build = (health: Partial<Schema<'HealthView'>>) => buildAlerts({ ...HEALTHY, ...health }, NOW);

describe('buildAlerts', () => {
  it('returns no alerts for a healthy or unknown state', () => {
    expect(build({})).toEqual([]);
    expect(build({ queue: null, channels: null, workers: null, usage: null })).toEqual([]);
  });

  it('returns one alert for each impaired channel, with a link to fix it', () => {
    const spare = { ...CHANNEL, id: 'c9', name: 'spare' };
    const channels = [impaired('c1', 'key-refused'), impaired('c2', 'failures-in-a-row')];
    expect(build({ channels: [...channels, spare] })).toEqual([
      {
        text: 'Channel “channel c1”: The service refuses this key. Started 10 minutes ago. Next retry in 5 minutes.',
        times: TIMES,
        fix: { label: 'Replace the key', to: '/channels/c1/edit' },
      },
      {
        text: 'Channel “channel c2”: Several requests in a row failed. Started 10 minutes ago. Next retry in 5 minutes.',
        times: TIMES,
        fix: { label: 'Open the channel', to: '/channels/c2' },
      },
    ]);
    expect(build({ channels })[0]).toEqual({
      text: 'Every channel has a problem.',
      fix: { label: 'View channels', to: '/channels' },
    });
  });

  it('reports missing workers, overdue tasks and usage that cannot be stored', () => {
    const queue = {
      backend: 'redis',
      reachable: false,
      problem: 'refused',
      backlog: [{ name: 'video tasks', open: 1, overdue_seconds: 90 }],
    } as const;
    const alerts = build({
      workers: { alive: 0, last_seen_at: null },
      queue: { ...queue, backlog: [...queue.backlog] },
      usage: { waiting_events: 20_000, lost_events: 1, durable: false },
    });
    expect(alerts.map(({ text }) => text)).toEqual([
      'No worker is running. Videos, background responses and webhooks are not processed.',
      'The queue cannot be reached: refused.',
      'Video tasks have been waiting for a worker for 1 min 30 s.',
      'Usage cannot be written to disk. Free space in the data folder.',
      'The usage of 20,000 requests is not in the database yet.',
      'The usage of 1 request was lost.',
    ]);
  });

  it('reports only the database while it cannot be reached', () => {
    const database = { reachable: false, migrated: null, latency_ms: null, problem: 'refused' };
    expect(build({ database, workers: { alive: 0, last_seen_at: null } })).toEqual([
      { text: 'The database cannot be reached: refused.' },
    ]);
  });
});

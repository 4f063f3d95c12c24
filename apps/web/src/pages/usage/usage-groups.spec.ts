import { describe, expect, it } from '@jest/globals';
import { type Schema } from '../../api/client.js';
import { OTHERS, groupTotals, buildPoints, sortGroups, topGroups, getTotal } from './usage-groups.js';

type UsageSum = Schema<'UsageSumView'>;

function sum(model: string, overrides: Partial<UsageSum> = {}): UsageSum {
  return {
    starts_at: '2026-03-01T10:00:00.000Z',
    model,
    requests: 1,
    errors: 0,
    cache_hits: 0,
    estimated_requests: 0,
    usage: { input_tokens: 10, output_tokens: 5 },
    cost_usd: 1,
    requests_of_unknown_cost: 0,
    average_duration_ms: null,
    average_first_byte_ms: null,
    duration_p50_ms: null,
    duration_p95_ms: null,
    first_byte_p50_ms: null,
    ...overrides,
  } as UsageSum;
}

const SPAN = {
  from: '2026-03-01T10:00:00Z',
  to: '2026-03-01T12:00:00Z',
  bucket: 'hour',
  zone: { choice: 'utc', name: 'UTC' },
} as const;

describe('groups of usage', () => {
  it('are summed up over the period', () => {
    const sums = [sum('a'), sum('a', { requests: 3, errors: 1 }), sum('b', { requests_of_unknown_cost: 1 })];
    expect(groupTotals(sums, { group: 'model' })).toMatchObject([
      { key: 'a', requests: 4, errors: 1, tokens: 30, cost: 2 },
      { key: 'b', requests: 1, unknownCost: 1 },
    ]);
    expect(getTotal(sums)).toMatchObject({ requests: 5, cost: 3, tokens: 45 });
  });

  it('have labels, including deleted tokens and requests without a channel', () => {
    const deleted = sum('m', { token_id: '12345678-9abc', token_name: null, channel: null });
    expect(groupTotals([deleted], { group: 'token' })[0]?.label).toBe('Deleted token (12345678)');
    expect(groupTotals([deleted], { group: 'channel' })[0]).toMatchObject({ key: '', label: 'None' });
    const sessions = [sum('m', { session_id: 's' }), sum('m', { session_id: null })];
    expect(groupTotals(sessions, { group: 'session' }).map(({ label }) => label)).toEqual(['s', 'None']);
  });

  it('can combine two groupings', () => {
    const sums = [
      sum('a', { operation: 'chat' }),
      sum('a', { operation: 'images' }),
      sum('b', { operation: 'chat' }),
    ];
    const groups = groupTotals([...sums, ...sums], { group: 'model', secondGroup: 'operation' });
    expect(groups.map(({ label, requests }) => [label, requests])).toEqual([
      ['a · chat', 2],
      ['a · images', 2],
      ['b · chat', 2],
    ]);
    expect(groups[1]?.names).toEqual({ model: 'a', operation: 'images' });
  });

  it('are sorted by the given measure, then by name', () => {
    const groups = groupTotals([sum('b'), sum('a'), sum('c', { cost_usd: 9 })], { group: 'model' });
    const keys = (sort: string) => sortGroups(groups, sort).map(({ key }) => key);
    expect(keys('-cost')).toEqual(['c', 'a', 'b']);
    expect(keys('cost')).toEqual(['a', 'b', 'c']);
    expect(keys('-label')).toEqual(['c', 'b', 'a']);
  });
});

describe('the chart', () => {
  const many = Array.from({ length: 9 }, (_, index) => sum(`m${index}`, { requests: index }));

  it('shows the largest groups without zeros', () => {
    const top = topGroups(groupTotals(many, { group: 'model' }), 'requests');
    expect(top.map(({ key }) => key)).toEqual(['m8', 'm7', 'm6', 'm5', 'm4', 'm3']);
    expect(topGroups(groupTotals(many.slice(0, 3), { group: 'model' }), 'requests')).toHaveLength(2);
  });

  it('has a point for every bucket, and one series for all other groups', () => {
    const top = topGroups(groupTotals(many, { group: 'model' }), 'requests');
    const points = buildPoints(
      { sums: many, groups: { group: 'model' }, measure: 'requests', span: SPAN },
      top,
    );
    expect(points.map(({ values }) => [values['m8'], values[OTHERS]])).toEqual([
      [8, 3],
      [0, 0],
    ]);
  });
});

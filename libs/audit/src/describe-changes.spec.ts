import { describe, expect, it } from '@jest/globals';
import { describeChanges } from './describe-changes.js';

interface Channel {
  name: string;
  apiKey?: string;
  models?: string[];
  route?: { weight: number; priority?: number };
  expiresAt?: Date | null;
}

describe('describeChanges', () => {
  it('has only the fields that differ', () => {
    const before: Channel = { name: 'a', models: ['x'], route: { weight: 1, priority: 2 } };
    const after: Channel = { name: 'b', models: ['x'], route: { priority: 2, weight: 1 } };
    expect(describeChanges(before, after)).toEqual({ name: { from: 'a', to: 'b' } });
    expect(describeChanges(before, { ...before })).toEqual({});
  });

  it('has the complete value of a field that changed in part', () => {
    const before: Channel = { name: 'a', models: ['x'], route: { weight: 1 } };
    const after: Channel = { name: 'a', models: ['x', 'y'], route: { weight: 2 } };
    expect(describeChanges(before, after)).toEqual({
      models: { from: ['x'], to: ['x', 'y'] },
      route: { from: { weight: 1 }, to: { weight: 2 } },
    });
  });

  it('does not show the values of a changed secret', () => {
    const before: Channel = { name: 'a', apiKey: 'sk-old' };
    const changes = describeChanges(before, { name: 'a', apiKey: 'sk-new' }, { secret: ['apiKey'] });
    expect(changes).toEqual({ apiKey: 'changed' });
    expect(describeChanges(before, { ...before }, { secret: ['apiKey'] })).toEqual({});
    expect(describeChanges<Channel>(undefined, before, { secret: ['apiKey'] })).toEqual({
      name: { from: null, to: 'a' },
      apiKey: 'changed',
    });
  });

  it('has all fields of a new or deleted object', () => {
    expect(describeChanges(undefined, { name: 'a', models: [] })).toEqual({
      name: { from: null, to: 'a' },
      models: { from: null, to: [] },
    });
    expect(describeChanges({ name: 'a' }, undefined)).toEqual({ name: { from: 'a', to: null } });
  });

  it('treats null and undefined as equal, and writes times as text', () => {
    const never: Channel = { name: 'a', expiresAt: null };
    expect(describeChanges<Channel>(never, { name: 'a' })).toEqual({});
    expect(describeChanges<Channel>(never, { name: 'a', expiresAt: new Date(0) })).toEqual({
      expiresAt: { from: null, to: '1970-01-01T00:00:00.000Z' },
    });
  });
});

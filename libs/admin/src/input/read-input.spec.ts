import { describe, expect, it, jest } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import 'reflect-metadata';
import { GatewayError } from '#canonical';
import { nested } from './field.js';
import { Flag, Moment, Name, OneOf, Whole } from './fields.js';
import { readInput, readQuery } from './read-input.js';

class Limits {
  @Whole({ min: 1, max: 10 })
  rpm: number;

  @OneOf(['daily', 'monthly'], { optional: true })
  period: string = 'monthly';
}

class Thing {
  @Name()
  name: string;

  @nested(() => Limits, { optional: true, nullable: true })
  limits?: Limits | null;

  @nested(() => Limits, { optional: true, list: { max: 3 } })
  steps?: Limits[];

  @Moment({ optional: true, nullable: true })
  expires_at?: string | null;

  @Flag({ optional: true })
  enabled?: boolean;
}

class Gadget extends Thing {
  @Whole({ min: 1, max: 200 }, { optional: true })
  limit: number = 50;
}

function fault(read: () => unknown): unknown[] {
  try {
    read();
  } catch (error) {
    if (error instanceof GatewayError) return [error.kind, error.param, error.message];
    throw error;
  }
  return [];
}

function manySteps(length: number): object[] {
  return Array.from({ length }, () => ({ rpm: 1 }));
}

describe('readInput', () => {
  it('creates DTOs of the input, including nested ones', () => {
    const thing = readInput(Thing, { name: 'a', limits: { rpm: 5 }, steps: [{ rpm: 1 }] });
    expect(thing).toBeInstanceOf(Thing);
    expect(thing.limits).toBeInstanceOf(Limits);
    expect(thing).toEqual({
      name: 'a',
      limits: { rpm: 5, period: 'monthly' },
      steps: [{ rpm: 1, period: 'monthly' }],
    });
  });

  it('has no missing members, and keeps null', () => {
    expect({ ...readInput(Thing, { name: 'a', limits: null, expires_at: null }) }).toEqual({
      name: 'a',
      limits: null,
      expires_at: null,
    });
  });

  it.each([
    ['a list that is too long', { steps: manySteps(100_000) }, 'steps'],
    ['a list instead of one object', { limits: manySteps(100_000) }, 'limits'],
    ['a list of lists instead of one object', { limits: [manySteps(10_000), manySteps(10_000)] }, 'limits'],
  ])('rejects %s without validating its items', (_name, given, param) => {
    const lookups = jest.spyOn(getMetadataStorage(), 'getTargetValidationMetadatas');
    expect(fault(() => readInput(Thing, { name: 'a', ...given })).slice(0, 2)).toEqual([
      'invalid-value',
      param,
    ]);
    expect(lookups).toHaveBeenCalledTimes(1);
    lookups.mockRestore();
  });

  it.each([
    [{}, 'missing-parameter', 'name'],
    [{ name: null }, 'invalid-value', 'name'],
    [{ name: 5 }, 'invalid-value', 'name'],
    [{ name: ' a' }, 'invalid-value', 'name'],
    [{ name: 'a', enabled: null }, 'invalid-value', 'enabled'],
    [{ name: 'a', limits: {} }, 'missing-parameter', 'limits.rpm'],
    [{ name: 'a', limits: { rpm: 0 } }, 'invalid-value', 'limits.rpm'],
    [{ name: 'a', limits: { rpm: 1.5 } }, 'invalid-value', 'limits.rpm'],
    [{ name: 'a', limits: 'x' }, 'invalid-value', 'limits'],
    [{ name: 'a', limits: [] }, 'invalid-value', 'limits'],
    [{ name: 'a', limits: { rpm: 1, tpm: 1 } }, 'unsupported-parameter', 'limits.tpm'],
    [{ name: 'a', steps: {} }, 'invalid-value', 'steps'],
    [{ name: 'a', steps: [{ rpm: 1 }, { rpm: 'x' }] }, 'invalid-value', 'steps[1].rpm'],
    [{ name: 'a', steps: [1] }, 'invalid-value', 'steps'],
    [{ name: 'a', steps: [1, 2, 3, 4].map((rpm) => ({ rpm })) }, 'invalid-value', 'steps'],
    [{ name: 'a', expires_at: '2030-01-01' }, 'invalid-value', 'expires_at'],
    [{ name: 'a', expires_at: '2030-13-01T00:00:00Z' }, 'invalid-value', 'expires_at'],
    [{ name: 'a', nmae: 'b' }, 'unsupported-parameter', 'nmae'],
    [{ name: 'a', constructor: {} }, 'unsupported-parameter', 'constructor'],
    [{ name: 'a', toString: {} }, 'unsupported-parameter', 'toString'],
    [JSON.parse('{"name":"a","__proto__":{"enabled":true}}'), 'unsupported-parameter', '__proto__'],
    [[], 'invalid-type', undefined],
    ['x', 'invalid-type', undefined],
    [null, 'invalid-type', undefined],
  ])('rejects %j', (given: unknown, kind, param) => {
    expect(fault(() => readInput(Thing, given)).slice(0, 2)).toEqual([kind, param]);
  });

  it('says in the error what is accepted', () => {
    expect(fault(() => readInput(Thing, { name: 'a', limits: { rpm: 11 } }))[2]).toBe(
      '"limits.rpm" must be a whole number from 1 to 10.',
    );
    expect(fault(() => readInput(Limits, { rmp: 1 }))[2]).toBe('"rmp" is unknown. Accepted: rpm, period.');
  });
});

describe('readQuery', () => {
  it('reads numbers and flags from text', () => {
    expect(readQuery(Gadget, { name: 'a', limit: '7', enabled: 'false' })).toEqual({
      name: 'a',
      limit: 7,
      enabled: false,
    });
  });

  it.each([
    [{ name: 'a', limit: '1e2' }, 'limit'],
    [{ name: 'a', limit: '' }, 'limit'],
    [{ name: 'a', limit: '0' }, 'limit'],
    [{ name: 'a', limit: '-1' }, 'limit'],
    [{ name: 'a', limit: ['1', '2'] }, 'limit'],
    [{ name: 'a', enabled: '1' }, 'enabled'],
    [{ name: 'a', page: '1' }, 'page'],
  ])('rejects %j', (given, param) => {
    expect(fault(() => readQuery(Gadget, given))[1]).toBe(param);
  });
});

import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { buildInstance } from './instance.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const isValid = (schema: object, value: unknown): boolean => ajv.validate(schema, value);

describe('buildInstance', () => {
  it.each<[string, object]>([
    [
      'an object',
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'number' } },
        required: ['a', 'b', 'c'],
      },
    ],
    [
      'an enum and a constant',
      { type: 'object', properties: { a: { enum: [3, 'x'] }, b: { const: null } }, required: ['a', 'b'] },
    ],
    ['bounded numbers', { type: 'array', items: { type: 'integer', minimum: -7, maximum: -6 }, minItems: 4 }],
    ['exclusive bounds', { type: 'number', exclusiveMinimum: 2, exclusiveMaximum: 3 }],
    ['multiples', { type: 'integer', multipleOf: 7, minimum: 8 }],
    ['strings with bounds', { type: 'string', minLength: 30, maxLength: 31 }],
    [
      'formats',
      {
        type: 'array',
        prefixItems: ['date-time', 'date', 'email', 'uuid', 'uri', 'ipv4', 'ipv6', 'hostname'].map(
          (format) => ({ type: 'string', format }),
        ),
      },
    ],
    ['a nullable type', { type: ['null', 'integer'] }],
    [
      'alternatives',
      {
        anyOf: [
          { type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] },
          { type: 'string' },
        ],
      },
    ],
    [
      'conjunctions',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
          { properties: { b: { type: 'boolean' } }, required: ['b'] },
        ],
      },
    ],
    [
      'references',
      {
        $defs: { point: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } },
        type: 'array',
        items: { $ref: '#/$defs/point' },
      },
    ],
    ['unique items', { type: 'array', uniqueItems: true, minItems: 3, items: { type: 'string' } }],
    ['closed tuples', { type: 'array', prefixItems: [{ type: 'integer' }], items: false }],
    [
      'closed objects',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    ],
    [
      'recursion',
      {
        $defs: {
          tree: {
            type: 'object',
            properties: { left: { anyOf: [{ $ref: '#/$defs/tree' }, { type: 'null' }] } },
            required: ['left'],
          },
        },
        $ref: '#/$defs/tree',
      },
    ],
    [
      'endless recursion through lists',
      {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#' } } },
        required: ['children'],
      },
    ],
  ])('matches %s', (_name, schema) => {
    const value = buildInstance(schema, 'some text');
    expect({ value, isValid: isValid(schema, value) }).toEqual({ value, isValid: true });
    expect(buildInstance(schema, 'some text')).toEqual(value);
  });

  it('matches any schema of the usual kinds', () => {
    const { schema } = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.record({ type: fc.constant('string'), minLength: fc.nat(20) }),
        fc
          .integer({ min: -50, max: 50 })
          .map((minimum) => ({ type: 'integer', minimum, maximum: minimum + 3 })),
        fc.constant({ type: 'boolean' }),
        fc.constant({ type: ['number', 'null'] }),
        fc.uniqueArray(fc.string(), { minLength: 1 }).map((values) => ({ enum: values })),
      ),
      object: fc
        .dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('schema'), { maxKeys: 4 })
        .map((properties) => ({
          type: 'object',
          properties,
          required: Object.keys(properties),
          additionalProperties: false,
        })),
      list: fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
      schema: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('object'), tie('list')),
    }));
    fc.assert(
      fc.property(schema, fc.string(), (generated, text) =>
        isValid(generated as object, buildInstance(generated, text)),
      ),
      { numRuns: 60 },
    );
  });

  it.each([undefined, null, true, 'x', [], {}])('returns a value for %j, which is not a schema', (schema) => {
    expect(buildInstance(schema, 'text')).toBe('text');
  });

  it.each<[string, unknown]>([
    ['huge lengths', { type: 'string', minLength: 1e9 }],
    ['huge lists', { type: 'array', minItems: 1e9 }],
    [
      'keywords of the wrong type',
      { type: 'object', required: { a: 1 }, properties: 3, enum: {}, anyOf: 'x' },
    ],
    ['an invalid type', { type: { a: 1 } }],
    ['invalid references', { $ref: '#/%E0%A4%A/constructor/prototype' }],
    ['circular references', { $ref: '#' }],
    ['branches that multiply', doubling(30)],
    [
      'conjunctions that multiply',
      {
        $defs: { a: { allOf: Array.from({ length: 50 }, () => ({ $ref: '#/$defs/a' })) } },
        $ref: '#/$defs/a',
      },
    ],
  ])('stays small for %s', (_, schema) => {
    const made = JSON.stringify(buildInstance(schema, 'word'));
    expect(made.length).toBeLessThan(200_000);
  });
});

/** Each list has two items, each of which is such a list. */
function doubling(depth: number): object {
  return depth === 0 ? { type: 'string' } : { type: 'array', minItems: 90, items: doubling(depth - 1) };
}

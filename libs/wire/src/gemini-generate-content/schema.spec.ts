import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { ProtoObject } from './proto-object.js';
import { decodeSchema, encodeSchema } from './schema.js';

const decode = (schema: JsonObject): JsonObject => decodeSchema(new ProtoObject(schema, 'parameters'));

describe('a schema of this format as JSON Schema', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['types in capitals', { type: 'STRING' }, { type: 'string' }],
    ['types in small letters', { type: 'integer' }, { type: 'integer' }],
    ['an open type', { type: 'TYPE_UNSPECIFIED', description: 'any' }, { description: 'any' }],
    ['null as a type', { type: 'STRING', nullable: true }, { type: ['string', 'null'] }],
    [
      'null in an enumeration',
      { type: 'STRING', format: 'enum', enum: ['a', 'b'], nullable: true },
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    [
      'null among alternatives',
      { any_of: [{ type: 'STRING' }], nullable: true },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'numbers of an enumeration',
      { type: 'INTEGER', enum: ['101', '201'] },
      { type: 'integer', enum: [101, 201] },
    ],
    [
      'counts as strings',
      { type: 'ARRAY', min_items: '1', maxItems: '3' },
      { type: 'array', minItems: 1, maxItems: 3 },
    ],
    ['formats', { type: 'STRING', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['an example', { type: 'STRING', example: 'x' }, { type: 'string', examples: ['x'] }],
    [
      'nested schemas, whose names are data',
      {
        type: 'OBJECT',
        properties: { snake_case: { type: 'ARRAY', items: { type: 'NUMBER' } } },
        required: ['snake_case'],
      },
      {
        type: 'object',
        properties: { snake_case: { type: 'array', items: { type: 'number' } } },
        required: ['snake_case'],
      },
    ],
  ])('%s', (_what, schema, expected) => {
    expect(decode(schema)).toEqual(expected);
  });

  it('has its properties in the requested order', () => {
    const schema = { type: 'OBJECT', properties: { a: {}, b: {}, c: {} }, propertyOrdering: ['c', 'a'] };
    expect(Object.keys(decode(schema)['properties'] as JsonObject)).toEqual(['c', 'a', 'b']);
    expect(decode(schema)).not.toHaveProperty('propertyOrdering');
  });

  it('has the path of an error', () => {
    const schema = {
      type: 'OBJECT',
      properties: { a: { type: 'OBJECT', properties: { b: { nullable: 'yes' } } } },
    };
    expect(() => decode(schema)).toThrow(
      expect.objectContaining({
        kind: 'invalid-type',
        param: 'parameters.properties.a.properties.b.nullable',
      }),
    );
  });
});

describe('JSON Schema for the service', () => {
  it('converts constants to enums at any depth', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { const: { const: 1 }, kind: { anyOf: [{ const: 'a' }, { items: { const: null } }] } },
      $defs: { x: { additionalProperties: { const: true } } },
    };
    expect(encodeSchema(schema)).toEqual({
      type: 'object',
      properties: { const: { enum: [1] }, kind: { anyOf: [{ enum: ['a'] }, { items: { enum: [null] } }] } },
      $defs: { x: { additionalProperties: { enum: [true] } } },
    });
  });

  it('does not change data and other keywords', () => {
    const schema: JsonObject = {
      default: { const: 1 },
      enum: [{ const: 1 }],
      exclusiveMinimum: 0,
      additionalProperties: false,
      $ref: '#/$defs/x',
    };
    expect(encodeSchema(schema)).toEqual(schema);
  });
});

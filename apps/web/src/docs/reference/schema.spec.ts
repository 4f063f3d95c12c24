import { describe, expect, it } from '@jest/globals';
import { type Schemas, describeType, getInner, nameKind } from './schema.js';

const SCHEMAS: Schemas = {
  Turn: {
    anyOf: [
      { type: 'object', properties: { role: { const: 'user' }, content: { type: 'string' } } },
      { type: 'object', properties: { role: { enum: ['system', 'developer'] } } },
    ],
  },
};

describe('the description of a schema', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'integer', minimum: 1, maximum: 128 }, 'integer, 1 to 128'],
    [{ type: 'integer', minimum: 1 }, 'integer, at least 1'],
    [{ type: 'string', enum: ['low', 'high'] }, 'low | high'],
    [{ type: 'string', format: 'binary' }, 'file'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Turn' } }, 'array of objects'],
    [
      { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      'string or array of strings',
    ],
    [{ anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }, 'a or null'],
    [{}, 'any'],
  ])('names the type of %j', (schema, expected) => {
    expect(describeType(schema, SCHEMAS)).toBe(expected);
  });

  it('names the object types of a union by their distinguishing field', () => {
    const kinds = getInner({ type: 'array', items: { $ref: '#/components/schemas/Turn' } }, SCHEMAS);
    expect(kinds.map((kind) => nameKind(kind, SCHEMAS))).toEqual(['user', 'system or developer']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { SAMPLE_SCHEMA, SAMPLE_TOOLS, readSchema, readTools } from './read-tools.js';

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };

function read(...tools: unknown[]): unknown {
  return readTools(JSON.stringify(tools));
}

describe('readTools', () => {
  it('reads tools of every API format', () => {
    const tool = { name: 'f', description: 'Does it.', parameters: SCHEMA };
    expect(read(tool)).toEqual([tool]);
    expect(read({ type: 'function', function: tool })).toEqual([tool]);
    expect(read({ type: 'function', ...tool, strict: true })).toEqual([tool]);
    expect(read({ name: 'f', description: 'Does it.', input_schema: SCHEMA })).toEqual([tool]);
    expect(
      read({ functionDeclarations: [{ name: 'f', description: 'Does it.', parametersJsonSchema: SCHEMA }] }),
    ).toEqual([tool]);
  });

  it('uses an empty schema if there are no parameters', () => {
    expect(read({ name: 'f' })).toEqual([{ name: 'f', parameters: { type: 'object', properties: {} } }]);
  });

  it('throws an error that describes the problem', () => {
    expect(() => readTools('{}')).toThrow('a JSON array');
    expect(() => read({ description: 'x' })).toThrow('Tool 1 has no "name"');
    expect(() => read({ name: 'f' }, 3)).toThrow('Tool 2 is not an object');
    expect(() => read({ name: 'f', parameters: 'x' })).toThrow('"f"');
    expect(() => readTools('[')).toThrow(SyntaxError);
  });

  it('reads the samples', () => {
    expect(readTools(SAMPLE_TOOLS)).toHaveLength(1);
    expect(readSchema(SAMPLE_SCHEMA)).toMatchObject({ type: 'object' });
    expect(() => readSchema('[]')).toThrow('object');
  });
});

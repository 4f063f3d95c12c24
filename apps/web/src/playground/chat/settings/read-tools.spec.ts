import { describe, expect, it } from '@jest/globals';
import { SAMPLE_SCHEMA, SAMPLE_TOOLS, readSchema, readTools } from './read-tools.js';

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };

function read(...tools: unknown[]): unknown {
  return readTools(JSON.stringify(tools));
}

describe('tools that somebody pasted', () => {
  it('are read in the form of any format', () => {
    const tool = { name: 'f', description: 'Does it.', parameters: SCHEMA };
    expect(read(tool)).toEqual([tool]);
    expect(read({ type: 'function', function: tool })).toEqual([tool]);
    expect(read({ type: 'function', ...tool, strict: true })).toEqual([tool]);
    expect(read({ name: 'f', description: 'Does it.', input_schema: SCHEMA })).toEqual([tool]);
    expect(
      read({ functionDeclarations: [{ name: 'f', description: 'Does it.', parametersJsonSchema: SCHEMA }] }),
    ).toEqual([tool]);
  });

  it('take nothing where they do not say what', () => {
    expect(read({ name: 'f' })).toEqual([{ name: 'f', parameters: { type: 'object', properties: {} } }]);
  });

  it('are told what is wrong with them', () => {
    expect(() => readTools('{}')).toThrow('a JSON array');
    expect(() => read({ description: 'x' })).toThrow('Tool 1 has no "name"');
    expect(() => read({ name: 'f' }, 3)).toThrow('Tool 2 is not an object');
    expect(() => read({ name: 'f', parameters: 'x' })).toThrow('"f"');
    expect(() => readTools('[')).toThrow(SyntaxError);
  });

  it('begin with a sample', () => {
    expect(readTools(SAMPLE_TOOLS)).toHaveLength(1);
    expect(readSchema(SAMPLE_SCHEMA)).toMatchObject({ type: 'object' });
    expect(() => readSchema('[]')).toThrow('object');
  });
});

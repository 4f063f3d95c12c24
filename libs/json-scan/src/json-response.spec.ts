import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { readJsonResponse } from './json-response.js';

/** Long enough not to be parsed as a whole. */
const PADDING = `"padding":"${'x'.repeat(1024)}"`;

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const readUsage = (text: string): unknown => {
  const answer = readJsonResponse(Buffer.from(text));
  return answer && { isList: answer.has('choices', 'array'), usage: answer.value('usage') };
};

const parseUsage = (text: string): unknown => {
  const answer = parse(text);
  return answer && { isList: Array.isArray(answer['choices']), usage: answer['usage'] };
};

describe('readJsonResponse', () => {
  it('finds what JSON.parse finds, in responses of any length, valid or damaged', () => {
    const member = fc.tuple(
      fc.constantFrom('"choices"', '"usage"', '"us\\u0061ge"', '"id"'),
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
    );
    const damage = fc.option(fc.record({ at: fc.nat(), text: fc.constantFrom('', '"', '}', ',', 'é') }));
    fc.assert(
      fc.property(fc.array(member), fc.boolean(), damage, (members, isLong, damaged) => {
        const texts = members.map(([key, value]) => `${key}:${value}`);
        const text = `{${(isLong ? [PADDING, ...texts] : texts).join(',')}}`;
        const at = (damaged?.at ?? 0) % text.length;
        const answer = damaged === null ? text : text.slice(0, at) + damaged.text + text.slice(at + 1);
        expect(readUsage(answer)).toEqual(parseUsage(answer));
      }),
      { numRuns: 500 },
    );
  });

  it('accepts responses that exceed the limits of requests', () => {
    const deep = `{${PADDING},"choices":[],"deep":${'['.repeat(150)}${']'.repeat(150)}}`;
    expect(readJsonResponse(Buffer.from(deep))?.has('choices', 'array')).toBe(true);
    const broken = Buffer.concat([
      Buffer.from(`{${PADDING},"choices":[],"text":"`),
      Buffer.of(0xff, 0x22, 0x7d),
    ]);
    expect(readJsonResponse(broken)?.has('choices', 'array')).toBe(true);
  });

  it.each(['', 'null', '[]', `[${'1,'.repeat(1000)}1]`, `{${PADDING},"choices":[]`])('rejects %s', (text) => {
    expect(readJsonResponse(Buffer.from(text))).toBeUndefined();
  });
});

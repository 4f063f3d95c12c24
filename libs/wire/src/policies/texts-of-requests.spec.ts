import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { CONVERSATIONS } from './__fixtures__/conversations.js';
import { OTHER_REQUESTS } from './__fixtures__/other-requests.js';
import { type RequestBody, type TextRole } from './request-view.js';
import { REQUEST_VIEWS, type ViewedFormat } from '../request-formats.js';

const LETTERS: Readonly<Record<TextRole, string>> = { system: 's', user: 'u', assistant: 'a', tool: 't' };
const TEXT = /\b[suat]\d+\b/g;

const rows = Object.entries({ ...CONVERSATIONS, ...OTHER_REQUESTS }).flatMap(([format, bodies]) =>
  bodies.map((body, index) => [format as ViewedFormat, index, body] as const),
);

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

describe.each(rows)('the texts of %s, request %i', (format, _index, body) => {
  const view = REQUEST_VIEWS[format];
  const source = JSON.stringify(body);
  const expected = (withoutFiles(source).match(TEXT) ?? []).toSorted();

  it('are all found, with their roles', () => {
    const found: string[] = [];
    view.mapTexts(body, (text, role) => {
      expect(text.startsWith(LETTERS[role])).toBe(true);
      found.push(text);
      return text;
    });
    expect(found.toSorted()).toEqual(expected);
  });

  it('are replaced, and nothing else', () => {
    deepFreeze(body);
    const mapped = view.mapTexts(body, (text) => text.toUpperCase());
    const capitals = source.replaceAll(TEXT, (text) => text.toUpperCase()).replaceAll('S1.png', 's1.png');
    expect(JSON.stringify(mapped)).toBe(capitals);
    expect(JSON.stringify(body)).toBe(source);
  });

  it('leave the same request if none changes', () => {
    expect(view.mapTexts(body, (text) => text)).toBe(body);
  });
});

const upper = (text: string): string => text.toUpperCase();
const callWith = (argumentsText: string): JsonObject => ({
  messages: [{ role: 'assistant', tool_calls: [{ function: { arguments: argumentsText } }] }],
});

describe('texts in unusual positions', () => {
  it.each([
    ['{ "a" : "x\\ny", "big" : 12345678901234567890 }', '{ "a" : "X\\nY", "big" : 12345678901234567890 }'],
    ['not json', 'NOT JSON'],
    ['["list"]', '["LIST"]'],
    ['{"a":"x","a":"y"}', '{"A":"X","A":"Y"}'],
  ])('arguments %j of a call keep their bytes except for the texts', (given, expected) => {
    expect(REQUEST_VIEWS['openai-chat'].mapTexts(callWith(given), upper)).toEqual(callWith(expected));
  });

  it('arguments that are nested too deeply are one text', () => {
    const nested = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const mapped = REQUEST_VIEWS['openai-chat'].mapTexts(callWith(nested), upper);
    expect(mapped).toEqual(callWith(nested.toUpperCase()));
  });

  it('base64 data in arguments and results is not text', () => {
    const image = `data:image/png;base64,${'abc'.repeat(10)}`;
    const blob = 'aGVsbG8'.repeat(50);
    const body = {
      contents: [{ parts: [{ functionResponse: { response: { image, blob, said: 'x' } } }] }],
    };
    expect(REQUEST_VIEWS['gemini-generate-content'].mapTexts(body, upper)).toEqual({
      contents: [{ parts: [{ functionResponse: { response: { image, blob, said: 'X' } } }] }],
    });
  });

  it.each(Object.keys(REQUEST_VIEWS) as ViewedFormat[])('%s skips malformed parts', (format) => {
    const view = REQUEST_VIEWS[format];
    const odd: RequestBody[] = [
      {},
      { messages: 5, input: { x: 'y' }, contents: 'x', prompt: 7, requests: [null, 'x'], documents: 3 },
      { messages: [null, 'x', []], contents: [null, 'x'], input: [null, 3], system: 4, item: [], session: 1 },
    ];
    for (const body of odd) expect(view.mapTexts(body, (text) => text)).toBe(body);
  });
});

function withoutFiles(source: string): string {
  return source.replaceAll('s1.png', '');
}

import { describe, expect, it } from '@jest/globals';
import { type JsonObject, type JsonValue, type ModerationCategory } from '#canonical';
import {
  decodeModerations,
  hasWholeVerdicts,
  openAiModerationsClient,
  mapCategories,
} from './openai-moderations.js';

const decode = (body: JsonObject) => openAiModerationsClient.decodeRequest(body, {});

const ofEach = <Value extends JsonValue>(value: Value): Record<ModerationCategory, Value> =>
  mapCategories(() => value);

const RESULT = {
  flagged: true,
  categories: { ...ofEach(false), violence: true },
  category_scores: { ...ofEach(0.1), violence: 0.9 },
  category_applied_input_types: ofEach(['text']),
};

describe('a moderation request', () => {
  const text = { type: 'text', text: 'b' };
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

  it.each<[JsonValue, number[]]>([
    ['a', [1]],
    [['a'], [1]],
    [
      ['a', 'b'],
      [1, 1],
    ],
    [[text], [1]],
    [[text, image, text], [3]],
  ])('has one subject per text, or one for all parts: %j', (input, parts) => {
    expect(decode({ input }).subjects.map((subject) => subject.length)).toEqual(parts);
  });

  it('decodes the parts', () => {
    expect(decode({ input: [text, image], model: 'm', extra: 1 })).toEqual({
      model: 'm',
      subjects: [
        [
          { kind: 'text', text: 'b' },
          { kind: 'image', url: 'data:image/png;base64,AAAA' },
        ],
      ],
      extensions: { extra: 1 },
    });
  });

  it.each<JsonObject>([{ input: 'a' }, { input: 'a', model: null }])('may name no model: %j', (body) => {
    expect(decode(body).model).toBe('');
  });

  it.each<[JsonObject, string]>([
    [{}, 'input'],
    [{ input: null }, 'input'],
    [{ input: '' }, 'input'],
    [{ input: 7 }, 'input'],
    [{ input: {} }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: [1, 2, 3] }, 'input[0]'],
    [{ input: ['a', 1] }, 'input[1]'],
    [{ input: ['a', ''] }, 'input[1]'],
    [{ input: ['a', text] }, 'input[1]'],
    [{ input: [text, 'a'] }, 'input[1]'],
    [{ input: [['a']] }, 'input[0]'],
    [{ input: [null] }, 'input[0]'],
    [{ input: 'a'.repeat(5 * 1024 * 1024) }, 'input'],
    [{ input: ['a', 'a'.repeat(1_000_001)] }, 'input[1]'],
    [{ input: Array.from({ length: 10_000 }, () => 'a') }, 'input'],
    [{ input: [{ text: 'a' }] }, 'input[0].type'],
    [{ input: [{ type: 'audio' }] }, 'input[0].type'],
    [{ input: [{ type: 'text' }] }, 'input[0].text'],
    [{ input: [{ type: 'text', text: '' }] }, 'input[0].text'],
    [{ input: [{ type: 'image_url' }] }, 'input[0].image_url'],
    [{ input: [{ type: 'image_url', image_url: 'https://example.com/a.png' }] }, 'input[0].image_url'],
    [{ input: [text, { type: 'image_url', image_url: {} }] }, 'input[1].image_url.url'],
    [{ input: [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }] }, 'input[0].image_url.url'],
    [{ input: 'a', model: '' }, 'model'],
    [{ input: 'a', model: 7 }, 'model'],
  ])('is rejected with the path of the error: %#', (body, param) => {
    expect(() => decode(body)).toThrow(expect.objectContaining({ source: 'client', param }));
  });
});

describe('a moderation response', () => {
  const asked = decode({ input: 'a', model: 'm' });

  it('is decoded', () => {
    const { verdicts } = decodeModerations({ id: 'modr-1', model: 'x', results: [RESULT] }, asked);
    expect(verdicts).toEqual([
      { isFlagged: true, categories: RESULT.categories, scores: RESULT.category_scores },
    ]);
  });

  it('is decoded from older models with fewer categories', () => {
    const older = { flagged: true, categories: { violence: true, illicit: null }, category_scores: {} };
    const { verdicts } = decodeModerations({ results: [older] }, asked);
    expect(verdicts).toEqual([
      { isFlagged: true, categories: { ...ofEach(false), violence: true }, scores: ofEach(0) },
    ]);
  });

  it.each<JsonObject>([
    {},
    { results: [] },
    { results: [RESULT, RESULT] },
    { results: [{ ...RESULT, flagged: 'yes' }] },
    { results: [{ ...RESULT, categories: [] }] },
    { results: [{ ...RESULT, category_scores: null }] },
  ])('is invalid: %#', (body) => {
    expect(() => decodeModerations(body, asked)).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response' }),
    );
  });

  it.each<[JsonObject, boolean]>([
    [{ id: 'modr-1', model: 'x', results: [RESULT, RESULT] }, true],
    [{ model: 'x', results: [RESULT] }, false],
    [{ id: 'modr-1', results: [RESULT] }, false],
    [{ id: 'modr-1', model: 'x', results: [RESULT, { ...RESULT, categories: {} }] }, false],
    [{ id: 'modr-1', model: 'x', results: [{ ...RESULT, category_scores: ofEach('0') }] }, false],
    [{ id: 'modr-1', model: 'x', results: [{ ...RESULT, category_applied_input_types: null }] }, false],
  ])('has all members that clients expect: %#', (body, isWhole) => {
    expect(hasWholeVerdicts(body)).toBe(isWhole);
  });

  it.each<[JsonValue, string[], string[]]>([
    ['a', ['text'], ['text']],
    [[{ type: 'text', text: 'a' }], ['text'], ['text']],
    [[{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }], [], ['image']],
    [
      [
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        { type: 'text', text: 'a' },
      ],
      ['text'],
      ['text', 'image'],
    ],
  ])('has the input types that were checked: %j', (input, ofHate, ofViolence) => {
    const verdict = { isFlagged: true, categories: RESULT.categories, scores: RESULT.category_scores };
    const written = openAiModerationsClient.encodeResponse(
      { verdicts: [verdict] },
      { asked: decode({ input, model: 'm' }), requestId: 'req_1' },
    );
    expect(written).toEqual({
      id: 'modr-1',
      model: 'm',
      results: [{ ...RESULT, category_applied_input_types: expect.any(Object) }],
    });
    expect(written['results']).toMatchObject([
      { category_applied_input_types: { hate: ofHate, violence: ofViolence } },
    ]);
  });
});

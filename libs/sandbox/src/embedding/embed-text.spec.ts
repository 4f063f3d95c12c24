import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../../test/any-text/index.js';
import { embedText } from './embed-text.js';

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
const similarity = (a: string, b: string): number => dot(embedText(a), embedText(b));

const triples: [anchor: string, similar: string, unrelated: string][] = [
  ['How do I reset my password?', 'I forgot my password and need to reset it', 'The soup needs more salt'],
  ['The cat sat on the mat', 'A cat is sitting on a mat', 'Stock prices fell on Tuesday'],
  ['bicycle repair shop', 'a shop that repairs bicycles', 'annual report of the bank'],
  ['machine learning models', 'a model for machine learning', 'grilled salmon with lemon'],
  ['restaurant recommendations', 'recomendations for a restaurant', 'kernel memory allocation'],
  ['children playing football', 'child plays football', 'monetary policy of the euro zone'],
  ['The weather in Oslo is cold', 'cold weather in Oslo today', 'My guitar has six strings'],
  [
    'database connection timeout',
    'the connection to the database timed out',
    'roses and tulips in the garden',
  ],
  ['definitely necessary', 'definately neccessary', 'a quiet evening'],
  ['flight to New York', 'flights from London to New York', 'recipe for apple pie'],
  ['strawberries', 'strawberry', 'locomotives'],
  ['electric cars and their batteries', 'the battery of an electric car', 'medieval poetry'],
  ['quantum computing research', 'research on quantum computers', 'a pair of leather shoes'],
  ['invoice for March', 'the March invoices', 'hiking in the Alps'],
  ['vegetarian lasagne recipe', 'recipes for vegetarian lasagna', 'traffic jam on the motorway'],
  ['open the garage door', 'garage doors that open', 'violin concerto in D major'],
  ['Who wrote Hamlet?', 'the author who wrote Hamlet', 'What is the boiling point of water?'],
  ['customer complaint about delivery', 'customers complain about late deliveries', 'the moons of Jupiter'],
  ['accomodation in Paris', 'accommodation near Paris', 'exercise for the back'],
  ['the president visited Japan', 'presidential visit to Japan', 'install the printer driver'],
  ['symptoms of influenza', 'influenza symptom list', 'rules of chess'],
  ['photograph of a lighthouse', 'lighthouse photographs', 'tax return deadline'],
  ['solar panels on the roof', 'roof with a solar panel', 'the history of opera'],
  ['Die Katze schläft auf dem Sofa', 'Eine schlafende Katze auf dem Sofa', 'Der Zug fährt nach Wien'],
  ['la maison de mes parents', 'les maisons de ma mère', 'un vol pour Madrid'],
  ['今日はとても良い天気です', '今日の天気は良い', '電車が遅れています'],
  ['Сегодня хорошая погода', 'погода сегодня хорошая', 'новый компьютер'],
  ['TypeScript compiler error', 'an error from the compiler of typescript', 'sailing boat'],
];

describe('embedText', () => {
  it.each(triples)('puts %j closer to %j than to %j', (anchor, similar, unrelated) => {
    expect(similarity(anchor, similar)).toBeGreaterThan(similarity(anchor, unrelated) + 0.1);
  });

  it.each([
    ['Good Morning, World', 'good   morning,\n world'],
    ['STRASSE 5', 'strasse 5'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
    ["it's fine", 'it’s fine'],
    ['Café', 'Cafe\u0301'],
  ])('treats %j and %j as equal', (one, other) => {
    expect(similarity(one, other)).toBeCloseTo(1, 6);
  });

  it('returns a vector of length one with the requested dimensions for any text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.lorem({ maxCount: 20 }),
      fc.constantFrom('', ' ', '\n\t', '...', '\u0000'),
    );
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 4096 }), (text, dimensions) => {
        const vector = embedText(text, dimensions);
        expect(vector).toHaveLength(dimensions);
        expect(dot(vector, vector)).toBeCloseTo(1, 5);
      }),
    );
  });

  it('returns the same vector for the same text', () => {
    expect(embedText('the same')).toEqual(embedText('the same'));
    expect(embedText('the same')).toHaveLength(384);
  });

  it('distinguishes the order of words slightly', () => {
    const swapped = similarity('dog bites man', 'man bites dog');
    expect(swapped).toBeLessThan(0.99);
    expect(swapped).toBeGreaterThan(0.5);
  });

  it('gives stop words little weight', () => {
    expect(similarity('what is the weather', 'weather')).toBeGreaterThan(0.7);
    expect(similarity('what is the weather', 'what is the matter')).toBeLessThan(0.5);
  });

  it('supports a long run of accents', () => {
    const vector = embedText(`a${'\u0301\u0323'.repeat(200_000)}`);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  it('distinguishes emoji', () => {
    expect(similarity('🙂', '🚀')).toBeLessThan(0.5);
  });
});

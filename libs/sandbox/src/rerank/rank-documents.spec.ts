import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { sortBestFirst, rankDocuments } from './rank-documents.js';

/** The first document is the expected match. */
const cases: [query: string, ...documents: string[]][] = [
  [
    'capital of France',
    'Paris is the capital of France.',
    'France exports wine.',
    'Berlin is the capital of Germany.',
  ],
  [
    'how to reset a password',
    'Resetting your password: open the settings.',
    'How to bake bread.',
    'To be or not to be.',
  ],
  ['hiking boots', 'A sturdy boot for a long hike.', 'Boats for hire on the lake.', 'A book about birds.'],
  [
    'cheap flights to Rome',
    'Fly to Rome for little: cheap flight deals.',
    'Rome was not built in a day.',
    'Cheap shoes.',
  ],
  [
    'refund policy',
    'Our policies: refunds are paid within two weeks.',
    'Delivery takes three days.',
    'We fund startups.',
  ],
  [
    'python list sorting',
    'Sort a list in Python with sorted().',
    'The python is a snake.',
    'A shopping list.',
  ],
  [
    'side effects of aspirin',
    'Aspirin may have side effects such as nausea.',
    'Special effects in films.',
    'The north side.',
  ],
  [
    'opening hours museum',
    'The museum opens at ten; hours vary.',
    'She opened the window.',
    'An hour has sixty minutes.',
  ],
  [
    'electric car battery',
    'Batteries of electric cars last ten years.',
    'The car park is full.',
    'Electric guitar lessons.',
  ],
  [
    'stopped working printer',
    'If the printer stops to work, check the cable.',
    'The bus stop is closed.',
    'We work from home.',
  ],
  ['BM25', 'BM25 is a ranking function.', 'A function returns a value.', 'Ranking of football teams.'],
  [
    'climate change',
    'The changing climate melts glaciers.',
    'Small change for the bus.',
    'A change of clothes.',
  ],
  ['天気', '今日の天気は晴れです。', '電車が遅れています。', '猫が好きです。'],
  ['猫', '黒い猫が寝ている。', '犬が走る。', '鳥が飛ぶ。'],
  ['погода в Москве', 'В Москве сегодня хорошая погода.', 'Новый компьютер.', 'Поезд опаздывает.'],
  ['Öffnungszeiten Bibliothek', 'Die Öffnungszeiten der Bibliothek', 'Die Bibliothek brannte', 'Das Wetter'],
  ['don’t panic', "Don't panic, says the guide.", 'Do you like tea?', 'The towel is dry.'],
  ['who is the author', 'The author is unknown.', 'Who is there?', 'This is the end.'],
];

describe('rankDocuments', () => {
  it.each(cases)('ranks the expected document first for %j', (query, ...documents) => {
    for (const offset of documents.keys()) {
      const rotated = [...documents.slice(offset), ...documents.slice(0, offset)];
      const [best = -1] = sortBestFirst(rankDocuments(query, rotated));
      expect(rotated[best]).toBe(documents[0]);
    }
  });

  it('scores a document with all terms high, and one without any zero', () => {
    const [all = 0, none] = rankDocuments('red fox', ['a red fox', 'a blue whale', 'some green grass']);
    expect(all).toBeGreaterThan(0.7);
    expect(none).toBe(0);
  });

  it.each(['', ' ', '?!', '\u200b'])('returns zeros in the given order for the query %j', (query) => {
    const scores = rankDocuments(query, ['one', 'two', 'three']);
    expect(scores).toEqual([0, 0, 0]);
    expect(sortBestFirst(scores)).toEqual([0, 1, 2]);
  });

  it('uses stop words if a query has no other words', () => {
    const [first = 0, second = 0] = rankDocuments('to be or not to be', [
      'To be, or not to be',
      'A fine day',
    ]);
    expect(first).toBeGreaterThan(second);
  });

  it('does not reorder equal documents', () => {
    expect(sortBestFirst(rankDocuments('b', ['a b', 'c', 'b a', 'd b']))).toEqual([0, 2, 3, 1]);
  });

  it('accepts an empty list and empty documents', () => {
    expect(rankDocuments('fox', [])).toEqual([]);
    expect(rankDocuments('fox', ['', ''])).toEqual([0, 0]);
  });

  it('never scores below zero, even for a term that all documents contain', () => {
    const scores = rankDocuments('fox', ['fox', 'fox fox', 'the fox', 'a fox']);
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });

  const word = fc.constantFrom('fox', 'foxes', 'dog', 'the', 'running', 'ran', '猫', '犬が', 'x');
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

  it('scores between zero and one', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 8 }), (query, documents) => {
        const scores = rankDocuments(query, documents);
        expect(scores).toHaveLength(documents.length);
        expect(scores.every((score) => score >= 0 && score < 1)).toBe(true);
      }),
    );
  });

  it('scores a document independently of its position', () => {
    const shuffled = fc
      .array(text, { minLength: 1, maxLength: 8 })
      .chain((documents) =>
        fc.tuple(
          fc.constant(documents),
          fc.shuffledSubarray(Array.from(documents.keys()), { minLength: documents.length }),
        ),
      );
    fc.assert(
      fc.property(text, shuffled, (query, [documents, order]) => {
        const scores = rankDocuments(query, documents);
        const reordered = rankDocuments(
          query,
          order.map((index) => documents[index] ?? ''),
        );
        expect(reordered).toEqual(order.map((index) => scores[index]));
      }),
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../test/any-text/index.js';
import { stringify } from 'yaml';
import { ConfigError } from './index.js';
import { ConfigFolder } from './testing/config-folder.js';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const KEYS = [
  'channels',
  'tokens',
  'models',
  'media',
  'name',
  'provider',
  'headers',
  'key',
  's3',
  'id',
  'timeouts',
];
const TEXTS = ['a', 'openai', 'sandbox', 's3', '${A}', '${', '*', 'a\nb', '\u2028', '\ud800', 'http://x'];
const CHUNKS = [
  'channels',
  'a',
  ': ',
  ':',
  '- ',
  '\n',
  '  ',
  '\t',
  '[',
  '{',
  '&a ',
  '*a',
  '!',
  '"',
  '|',
  '?',
];

const anyText = fc.string({ unit: anyCharacter });
const key = fc.oneof(fc.constantFrom(...KEYS), anyText);
const leaf = fc.oneof(fc.constantFrom(...TEXTS), anyText, fc.integer(), fc.double(), fc.boolean());
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(key, tie('value'), { maxKeys: 5 }),
}));

const entries = fc.array(fc.dictionary(fc.constantFrom(...KEYS), value), { maxLength: 3 });
const settings = fc.record(
  { channels: entries, tokens: entries, models: entries, media: value },
  { requiredKeys: [] },
);

/** The message of the ConfigError; empty if the text loads. */
function getLoadError(text: string): string {
  try {
    folder.load(text, { A: 'a\nb' });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

const NOTHING_OR_ONE_LINE = /^(modelgate\.yaml:\d+: [^\p{Cc}\u2028\u2029]+)?$/u;

describe('for any content of the file, loading ends with a config or with a message of one line', () => {
  it.each([
    ['JSON', fc.oneof(value, settings, fc.jsonValue()).map((json) => JSON.stringify(json))],
    ['YAML', fc.oneof(value, settings).map((yaml) => stringify(yaml))],
    [
      'text',
      fc.oneof(
        fc.array(fc.constantFrom(...CHUNKS), { maxLength: 40 }).map((all) => all.join('')),
        anyText,
      ),
    ],
  ])('for %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(getLoadError(text)).toMatch(NOTHING_OR_ONE_LINE);
      }),
      { numRuns: 40 },
    );
  });
});

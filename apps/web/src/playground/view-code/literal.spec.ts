import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { Expression, pythonLiteral, typescriptLiteral } from './literal.js';

const SPECIAL_TEXTS = [
  `it's "quoted"`,
  String.raw`back\slash \n \u0041 \' \"`,
  'line\nbreak\r\ttab\0nul\u0007bell',
  '${template} `backtick`',
  'separators \u2028 and \u2029',
  'emoji 🚪 and a lone \ud800 surrogate',
  '</script><!-- $(rm -rf /) -->',
  '',
];

const VALUE = {
  model: 'm',
  'not-a-name': [1, 2.5, -1e-7, true, false, null],
  constructor: { nested: SPECIAL_TEXTS },
  empty: {},
  none: [],
};

describe('typescriptLiteral', () => {
  it('evaluates to the same value', () => {
    const code = typescriptLiteral(VALUE);
    expect(runInNewContext(`JSON.stringify(${code})`)).toBe(JSON.stringify(VALUE));
  });

  it('puts short values on one line and each member of a long value on its own line', () => {
    expect(typescriptLiteral({ role: 'user', content: 'Hi' })).toBe("{ role: 'user', content: 'Hi' }");
    expect(typescriptLiteral({ text: 'x'.repeat(90) })).toBe(`{\n  text: '${'x'.repeat(90)}',\n}`);
  });

  it('accepts code instead of a value', () => {
    expect(typescriptLiteral({ file: new Expression("createReadStream('a.wav')") })).toBe(
      "{ file: createReadStream('a.wav') }",
    );
  });
});

describe('pythonLiteral', () => {
  it('uses the constants of Python', () => {
    expect(pythonLiteral([true, false, null, 0.5, 'a'])).toBe('[True, False, None, 0.5, "a"]');
    expect(pythonLiteral({ a: { b: [] } })).toBe('{"a": {"b": []}}');
  });

  it('escapes strings as JSON does', () => {
    for (const text of SPECIAL_TEXTS) expect(JSON.parse(pythonLiteral(text))).toBe(text);
  });

  it('escapes line separators', () => {
    expect(pythonLiteral('\u2028')).toBe(String.raw`"\u2028"`);
  });
});

import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { Expression, pythonLiteral, typescriptLiteral } from './literal.js';

const AWKWARD = [
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
  constructor: { nested: AWKWARD },
  empty: {},
  none: [],
};

describe('a TypeScript literal', () => {
  it('is read back as the same value', () => {
    const code = typescriptLiteral(VALUE);
    expect(runInNewContext(`JSON.stringify(${code})`)).toBe(JSON.stringify(VALUE));
  });

  it('has one line where it is short and one for each part where it is long', () => {
    expect(typescriptLiteral({ role: 'user', content: 'Hi' })).toBe("{ role: 'user', content: 'Hi' }");
    expect(typescriptLiteral({ text: 'x'.repeat(90) })).toBe(`{\n  text: '${'x'.repeat(90)}',\n}`);
  });

  it('takes code in the place of a value', () => {
    expect(typescriptLiteral({ file: new Expression("createReadStream('a.wav')") })).toBe(
      "{ file: createReadStream('a.wav') }",
    );
  });
});

describe('a Python literal', () => {
  it('has the words of Python', () => {
    expect(pythonLiteral([true, false, null, 0.5, 'a'])).toBe('[True, False, None, 0.5, "a"]');
    expect(pythonLiteral({ a: { b: [] } })).toBe('{"a": {"b": []}}');
  });

  it('has texts that mean the same in JSON, whose escapes Python shares', () => {
    for (const text of AWKWARD) expect(JSON.parse(pythonLiteral(text))).toBe(text);
  });

  it('leaves no line separator bare', () => {
    expect(pythonLiteral('\u2028')).toBe(String.raw`"\u2028"`);
  });
});

/** Values that often break programs: wrong types, extreme numbers, and long or unusual texts. */

/** JSON text that no JavaScript value serializes to. */
export class RawJson {
  constructor(text) {
    this.text = text;
  }
}

/** The units of long texts: each is a worst case of a pattern, a scanner or a tokenizer. */
export const UNITS = [
  '=',
  'a',
  'A1',
  'a-',
  '.',
  ' ',
  '\n',
  '\t',
  '\r\n',
  '"',
  '\\',
  '/',
  '../',
  '/models/a',
  ':',
  ';',
  ',',
  '0,',
  '[[',
  ']]',
  '[[a=',
  '{"a":',
  '[',
  '<think>',
  '```',
  '%',
  '%00',
  '&#x',
  'data:',
  ';base64,',
  '-->',
  '00:00:00,000 --> 00:00:01,000\n',
  '. ',
  '!?',
  '(',
  '*',
  '**a',
  '@',
  'a@a.',
  '+1 555 ',
  '4242 ',
  'sk-',
  'Bearer ',
  'é',
  '\u0301',
  '😀',
  '\u0000',
  '\u2028',
  '\u202e',
  '你好',
  '1. ',
  '- ',
  'https://a.',
];

const LENGTHS = [0, 1, 2, 15, 63, 64, 65, 128, 129, 255, 256, 257, 512, 1_000, 4_096, 16_384];
const GREAT_LENGTHS = [65_536, 100_000, 262_144, 1_000_000];

const SCALARS = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  2 ** 31,
  2 ** 53 + 2,
  -(2 ** 63),
  1e21,
  1e-320,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  'auto',
  'none',
  'user',
  'system',
  'text',
  'json_object',
  '2026-02-30',
  '9999999999999999999999',
  '\ud800',
  '\u0000',
  'x\r\nx-injected: 1',
  [],
  {},
  [[]],
  [null],
  [{}],
  { type: 'text' },
  { type: 'image_url' },
  { type: 'constructor' },
  { length: 5 },
  { toString: 1 },
];

const RAW = [
  '1e400',
  '-1e400',
  '12345678901234567890',
  '1.0',
  '-0.0',
  '"\\ud800"',
  '"\\u0000"',
  '01',
  '.5',
  '+1',
  'NaN',
  'undefined',
  "'a'",
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '"\t"',
  '',
  '//',
  '[1,]',
];

const ADDRESSES = [
  'http://127.0.0.1:1/',
  'http://[',
  'http://[::1]:1/x',
  'http://0/',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost./',
  'http://user:password@127.0.0.1:1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'javascript:alert(1)',
  'data:',
  'data:,',
  'data:image/png;base64',
  'data:image/png;base64,====',
  'data:text/plain,%E0%A4%A',
  '//127.0.0.1/',
  'http://',
  'blob:x',
];

/** A text of about this length that repeats one unit and has another end. */
export function repetitive(random, length) {
  const unit = random.pick(UNITS.map((unit) => [unit, 1]));
  const text = unit.repeat(Math.ceil(length / unit.length));
  return random.isTrue(0.5)
    ? `${text}${random.pick([
        ['!', 1],
        ['x', 1],
        ['\n', 1],
        ['"', 1],
        ['\u0000', 1],
      ])}`
    : text;
}

/** Mostly short, sometimes very long. */
export function hostileLength(random) {
  const choices = random.isTrue(0.02) ? GREAT_LENGTHS : LENGTHS;
  return choices[Math.floor(random.next() * choices.length)];
}

export function hostileValue(random) {
  const one = (choices) => choices[Math.floor(random.next() * choices.length)];
  return random.pick([
    [() => one(SCALARS), 8],
    [() => new RawJson(one(RAW)), 2],
    [() => one(ADDRESSES), 2],
    [() => repetitive(random, hostileLength(random)), 6],
    [() => nested(random), 1],
    [() => many(random), 2],
  ])();
}

function nested(random) {
  const depth = [10, 60, 65, 100, 1_000, 20_000][Math.floor(random.next() * 6)];
  const [open, close] = random.isTrue(0.5) ? ['[', ']'] : ['{"a":', '}'];
  return new RawJson(`${open.repeat(depth)}1${close.repeat(depth)}`);
}

function many(random) {
  const length = random.isTrue(0.03) ? 300_000 : Math.floor(random.between(2, 3_000));
  const item = random.pick([
    ['0', 3],
    ['{}', 2],
    ['""', 2],
    ['null', 1],
    ['{"type":"text","text":"a"}', 2],
    ['{"role":"user","content":"a"}', 2],
  ]);
  return new RawJson(`[${`${item},`.repeat(length - 1)}${item}]`);
}

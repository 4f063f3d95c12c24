import { describe, expect, it } from '@jest/globals';
import { Exposition } from './index.js';

const HEAD = '# HELP a_total Help.\n# TYPE a_total counter\n';
const HISTOGRAM = '# HELP h Help.\n# TYPE h histogram\n';

describe('Exposition', () => {
  it('reads samples with their labels', () => {
    const exposition = new Exposition(`${HEAD}a_total{x="1",y="q\\"\\\\\\n}"} 2.5e-7\na_total 3\n`);
    expect(exposition.value('a_total')).toBe(3);
    expect(exposition.value('a_total', { y: 'q"\\\n}', x: '1' })).toBe(2.5e-7);
    expect(exposition.value('a_total', { x: '1' })).toBeUndefined();
  });

  it.each([
    ['no end of line', 'the last line does not end', `${HEAD}a_total 1`],
    ['a sample without a family', 'a sample out of place', 'a_total 1\n'],
    ['a sample of another family', 'a sample out of place', `${HEAD}b_total 1\n`],
    ['a type without help', 'TYPE out of place', '# TYPE a_total counter\na_total 1\n'],
    ['a duplicate family', 'bad or repeated family', `${HEAD}a_total 1\n${HEAD}`],
    [
      'a duplicate series',
      'a series that is there twice',
      `${HEAD}a_total{x="1",y="2"} 1\na_total{y="2",x="1"} 1\n`,
    ],
    ['a counter without its suffix', 'a counter is called', '# HELP a Help.\n# TYPE a counter\na 1\n'],
    ['an invalid value', 'not a number', `${HEAD}a_total Nan\n`],
    ['an open quotation mark', 'bad labels', `${HEAD}a_total{x="1} 1\n`],
    ['an unknown escape', 'bad labels', `${HEAD}a_total{x="\\t"} 1\n`],
    ['a duplicate label', 'bad labels', `${HEAD}a_total{x="1",x="2"} 1\n`],
    [
      'buckets that decrease',
      'does not add up',
      `${HISTOGRAM}h_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n`,
    ],
    ['no last bucket', 'does not add up', `${HISTOGRAM}h_bucket{le="1"} 1\nh_sum 1\nh_count 1\n`],
    ['another count', 'does not add up', `${HISTOGRAM}h_bucket{le="+Inf"} 1\nh_sum 1\nh_count 2\n`],
    ['no sum', 'does not add up', `${HISTOGRAM}h_bucket{le="+Inf"} 1\nh_count 1\n`],
  ])('rejects %s', (_fault, message, text) => {
    expect(() => new Exposition(text)).toThrow(message);
  });

  it('reads a consistent histogram', () => {
    const text = `${HISTOGRAM}h_bucket{le="0.5"} 1\nh_bucket{le="+Inf"} 2\nh_sum 1.2\nh_count 2\n`;
    expect(new Exposition(text).value('h_bucket', { le: '+Inf' })).toBe(2);
  });
});

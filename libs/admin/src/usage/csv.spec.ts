import { describe, expect, it } from '@jest/globals';
import { csvLine } from './usage-csv.js';

describe('csvLine', () => {
  it('separates cells, and leaves those empty that have nothing', () => {
    expect(csvLine(['a', 1.5, null, undefined, ''])).toBe('a,1.5,,,\r\n');
  });

  it('quotes what would end a cell or a line', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\r\nlines'])).toBe('"a,b","say ""hi""","two\r\nlines"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('does not let %j be a formula', (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  });

  it('does not touch numbers', () => {
    expect(csvLine([-1, 0])).toBe('-1,0\r\n');
  });
});

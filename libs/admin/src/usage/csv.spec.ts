import { describe, expect, it } from '@jest/globals';
import { writeCsvLine } from './usage-csv.js';

describe('writeCsvLine', () => {
  it('separates cells, and leaves cells without a value empty', () => {
    expect(writeCsvLine(['a', 1.5, null, undefined, ''])).toBe('a,1.5,,,\r\n');
  });

  it('quotes texts that would end a cell or a line', () => {
    expect(writeCsvLine(['a,b', 'say "hi"', 'two\r\nlines'])).toBe('"a,b","say ""hi""","two\r\nlines"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('does not let %j be a formula', (text) => {
    expect(writeCsvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  });

  it('does not touch numbers', () => {
    expect(writeCsvLine([-1, 0])).toBe('-1,0\r\n');
  });
});

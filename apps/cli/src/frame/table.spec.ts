import { describe, expect, it } from '@jest/globals';
import { createStyle } from './style.js';
import { type Column, formatTable } from './table.js';

interface Row {
  name: string;
  count?: number;
}

const COLUMNS: Column<Row>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'COUNT', value: ({ count }) => count, align: 'right' },
];
const options = { width: undefined, style: createStyle(false) };

describe('formatTable', () => {
  it('aligns columns, and shows a dash for a missing value', () => {
    expect(formatTable(COLUMNS, [{ name: 'ci', count: 12 }, { name: 'a longer one' }], options)).toEqual([
      'NAME          COUNT',
      'ci               12',
      'a longer one      -',
    ]);
  });

  it('aligns by terminal cells instead of characters', () => {
    const rows = [
      { name: '日本', count: 1 },
      { name: 'e\u0301te', count: 2 },
      { name: '👩‍🚀!', count: 3 },
    ];
    expect(formatTable(COLUMNS, rows, options)).toEqual([
      'NAME  COUNT',
      '日本      1',
      'e\u0301te       2',
      '👩‍🚀!       3',
    ]);
  });

  it('shortens the widest column on a narrow terminal', () => {
    const rows = [{ name: 'a name that is far too long', count: 7 }];
    const lines = formatTable(COLUMNS, rows, { ...options, width: 20 });
    expect(lines).toEqual(['NAME           COUNT', 'a name that …      7']);
  });

  it('escapes control characters', () => {
    const [, line] = formatTable(COLUMNS, [{ name: 'red \u001b[31m\n', count: 1 }], options);
    expect(line).toBe(String.raw`red \u001b[31m\u000a      1`);
  });

  it('uses the style of a column', () => {
    const columns: Column<Row>[] = [{ title: 'NAME', value: ({ name }) => name, style: () => 'bad' }];
    const lines = formatTable(columns, [{ name: 'ci' }], { width: 80, style: createStyle(true) });
    expect(lines).toEqual(['\u001b[1mNAME\u001b[22m', '\u001b[31mci\u001b[39m']);
  });
});

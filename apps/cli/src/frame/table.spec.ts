import { describe, expect, it } from '@jest/globals';
import { styleFor } from './style.js';
import { type Column, formatTable } from './table.js';

interface Row {
  name: string;
  count?: number;
}

const COLUMNS: Column<Row>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'COUNT', value: ({ count }) => count, align: 'right' },
];
const paper = { width: undefined, style: styleFor(false) };

describe('a table', () => {
  it('aligns its columns, numbers to the right, and shows what is missing', () => {
    expect(formatTable(COLUMNS, [{ name: 'ci', count: 12 }, { name: 'a longer one' }], paper)).toEqual([
      'NAME          COUNT',
      'ci               12',
      'a longer one      -',
    ]);
  });

  it('counts cells, not characters', () => {
    const rows = [
      { name: '日本', count: 1 },
      { name: 'e\u0301te', count: 2 },
      { name: '👩‍🚀!', count: 3 },
    ];
    expect(formatTable(COLUMNS, rows, paper)).toEqual([
      'NAME  COUNT',
      '日本      1',
      'e\u0301te       2',
      '👩‍🚀!       3',
    ]);
  });

  it('lets the widest column give way on a narrow terminal', () => {
    const rows = [{ name: 'a name that is far too long', count: 7 }];
    const lines = formatTable(COLUMNS, rows, { ...paper, width: 20 });
    expect(lines).toEqual(['NAME           COUNT', 'a name that …      7']);
  });

  it('lets nobody who gives names speak to the terminal', () => {
    const [, line] = formatTable(COLUMNS, [{ name: 'red \u001b[31m\n', count: 1 }], paper);
    expect(line).toBe(String.raw`red \u001b[31m\u000a      1`);
  });

  it('has colours only where they are wanted', () => {
    const columns: Column<Row>[] = [{ title: 'NAME', value: ({ name }) => name, style: () => 'bad' }];
    const lines = formatTable(columns, [{ name: 'ci' }], { width: 80, style: styleFor(true) });
    expect(lines).toEqual(['\u001b[1mNAME\u001b[22m', '\u001b[31mci\u001b[39m']);
  });
});

import { type Column, type Columns } from './read-columns.js';

const REQUIRED = ' required';

/** One line for each table, as in `expected-columns.ts`. */
export function writeColumns(columns: Columns): string {
  return [...columns]
    .map(([table, named]) => `${table}: ${[...named].map(writeColumn).join(', ')}\n`)
    .join('');
}

export function parseColumns(text: string): Columns {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map(parseTable));
}

function writeColumn([name, { type, isRequired }]: [string, Column]): string {
  return `${name} ${type}${isRequired ? REQUIRED : ''}`;
}

function parseTable(line: string): [string, Map<string, Column>] {
  const [table = '', columns = ''] = line.split(': ');
  return [table, new Map(columns.split(', ').map(parseColumn))];
}

function parseColumn(text: string): [string, Column] {
  const isRequired = text.endsWith(REQUIRED);
  const described = isRequired ? text.slice(0, -REQUIRED.length) : text;
  const space = described.indexOf(' ');
  return [described.slice(0, space), { type: described.slice(space + 1), isRequired }];
}

import { type DataSource } from 'typeorm';
import { parseColumns } from './columns-text.js';
import { EXPECTED_COLUMNS } from './expected-columns.js';
import { type Column, type Columns, readColumns } from './read-columns.js';

const EXPECTED = parseColumns(EXPECTED_COLUMNS);

/**
 * The faults of the database for this version, one text for each table. Compares the columns themselves, because the list
 * of applied migrations does not contain what they did.
 */
export async function findSchemaFaults(database: Pick<DataSource, 'query'>): Promise<string[]> {
  return compareColumns(EXPECTED, await readColumns(database));
}

/** Additional tables and columns of the database are allowed: a later version may have added them. */
export function compareColumns(expected: Columns, actual: Columns): string[] {
  return [...expected].flatMap(([table, columns]) => {
    const found = actual.get(table);
    if (found === undefined) return [`table ${table} is missing`];
    const faults = findColumnFaults(columns, found);
    return faults.length === 0 ? [] : [`table ${table}: ${faults.join(', ')}`];
  });
}

function findColumnFaults(
  expected: ReadonlyMap<string, Column>,
  actual: ReadonlyMap<string, Column>,
): string[] {
  const differing = [...expected].flatMap(([name, { type }]) => {
    const found = actual.get(name);
    if (found === undefined) return [`column ${name} is missing`];
    return found.type === type ? [] : [`column ${name} has type ${found.type} instead of ${type}`];
  });
  const unexpectedlyRequired = [...actual].flatMap(([name, { isRequired }]) =>
    isRequired && expected.get(name)?.isRequired !== true
      ? [`column ${name} requires a value that this version does not always write`]
      : [],
  );
  return [...differing, ...unexpectedlyRequired];
}

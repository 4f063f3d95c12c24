import { type DataSource } from 'typeorm';
import { parseColumns } from './columns-text.js';
import { EXPECTED_COLUMNS } from './expected-columns.js';
import { type Column, type Columns, readColumns } from './read-columns.js';

const EXPECTED = parseColumns(EXPECTED_COLUMNS);

/**
 * What this version cannot work with in the database, one text for each table. The columns themselves are compared: a list
 * of applied migrations does not tell what those did.
 */
export async function findSchemaFaults(database: Pick<DataSource, 'query'>): Promise<string[]> {
  return compareColumns(EXPECTED, await readColumns(database));
}

/** Tables and columns that only the database has are no fault: a later version may have added them. */
export function compareColumns(expected: Columns, actual: Columns): string[] {
  return [...expected].flatMap(([table, columns]) => {
    const found = actual.get(table);
    if (found === undefined) return [`there is no table ${table}`];
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
    if (found === undefined) return [`there is no column ${name}`];
    return found.type === type ? [] : [`column ${name} is ${found.type} and not ${type}`];
  });
  const demanding = [...actual].flatMap(([name, { isRequired }]) =>
    isRequired && expected.get(name)?.isRequired !== true
      ? [`column ${name} needs a value, which this version does not always write`]
      : [],
  );
  return [...differing, ...demanding];
}

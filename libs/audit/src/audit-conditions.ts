import { type Side, getNextSide, readCursor } from './audit-cursor.js';
import { type AuditQuery } from './audit-query.js';
import { storableText } from './storable-json.js';

type Filter = Omit<AuditQuery, 'limit' | 'cursor' | 'isOldestFirst'>;

const CONDITIONS = {
  before: 'seq < ?',
  after: 'seq > ?',
  actor: `(actor ->> 'id' = ? OR actor ->> 'name' = ?)`,
  action: 'action = ?',
  subjectType: 'subject_type = ?',
  subjectId: 'subject_id = ?',
  from: 'at >= ?',
  to: 'at < ?',
} as const satisfies Record<Side | keyof Filter, string>;

export interface SqlCondition {
  sql: string;
  parameters: unknown[];
}

/** What entries have to be, as SQL with numbered parameters. */
export function toCondition({ cursor, isOldestFirst, ...filter }: Omit<AuditQuery, 'limit'>): SqlCondition {
  const side = getNextSide({ isOldestFirst });
  const values: Partial<Record<keyof typeof CONDITIONS, unknown>> = {
    ...filter,
    [side]: cursor === undefined ? undefined : readCursor(side, cursor),
  };
  const conditions: string[] = ['TRUE'];
  const parameters: unknown[] = [];
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const value = values[name as keyof typeof CONDITIONS];
    if (value === undefined) continue;
    // As it would have been stored.
    parameters.push(typeof value === 'string' ? storableText(value) : value);
    conditions.push(condition.replaceAll('?', () => `$${parameters.length}`));
  }
  return { sql: conditions.join(' AND '), parameters };
}

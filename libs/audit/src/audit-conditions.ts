import { type Side, getNextSide, readCursor } from './audit-cursor.js';
import { type AuditQuery } from './audit-query.js';
import { storableText } from './storable-json.js';

type Concerning = NonNullable<AuditQuery['concerning']>;
type Filter = Omit<AuditQuery, 'limit' | 'cursor' | 'isOldestFirst' | 'concerning'>;

/** Of entries with lines for many things so many are looked through, the latest. */
const MAX_LISTS = 500;

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
export function toCondition({
  cursor,
  isOldestFirst,
  concerning,
  ...filter
}: Omit<AuditQuery, 'limit'>): SqlCondition {
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
  if (concerning !== undefined) conditions.push(writeConcerning(concerning, parameters));
  return { sql: conditions.join(' AND '), parameters };
}

function writeConcerning({ subject, lines }: Concerning, parameters: unknown[]): string {
  const add = (value: unknown): string => `$${parameters.push(value)}`;
  const alone = `subject_type = ${add(storableText(subject.type))} AND subject_id = ${add(storableText(subject.id))}`;
  const amongOthers = lines.map(
    ({ action, field, beginnings }) => `seq IN (
      SELECT latest.seq
      FROM (
        SELECT seq, changes #> ARRAY[${add(field)}, 'to'] AS list FROM audit_entries
        WHERE action = ${add(action)} ORDER BY seq DESC LIMIT ${MAX_LISTS}
      ) AS latest,
        jsonb_array_elements_text(CASE jsonb_typeof(list) WHEN 'array' THEN list ELSE '[]' END) AS line
      WHERE line ^@ ANY (${add(beginnings.map(storableText))}::text[])
    )`,
  );
  return `(${[alone, ...amongOthers].join(' OR ')})`;
}

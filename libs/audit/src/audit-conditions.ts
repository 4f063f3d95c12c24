import { type Side, getNextSide, readCursor } from './audit-cursor.js';
import { type AuditQuery } from './audit-query.js';
import { toStorableText } from './storable-json.js';

type Concerning = NonNullable<AuditQuery['concerning']>;
type Filter = Omit<AuditQuery, 'limit' | 'cursor' | 'isOldestFirst' | 'concerning'>;

/** How many entries with lines for several subjects are searched, latest first. */
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

/** The filters of a query as an SQL condition with numbered parameters. */
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
    // Texts are compared in their stored form.
    parameters.push(typeof value === 'string' ? toStorableText(value) : value);
    conditions.push(condition.replaceAll('?', () => `$${parameters.length}`));
  }
  if (concerning !== undefined) conditions.push(writeSubjectCondition(concerning, parameters));
  return { sql: conditions.join(' AND '), parameters };
}

function writeSubjectCondition({ subject, lines }: Concerning, parameters: unknown[]): string {
  const add = (value: unknown): string => `$${parameters.push(value)}`;
  const isSubject = `subject_type = ${add(toStorableText(subject.type))} AND subject_id = ${add(toStorableText(subject.id))}`;
  const hasLines = lines.map(
    ({ action, field, prefixes }) => `seq IN (
      SELECT latest.seq
      FROM (
        SELECT seq, changes #> ARRAY[${add(field)}, 'to'] AS list FROM audit_entries
        WHERE action = ${add(action)} ORDER BY seq DESC LIMIT ${MAX_LISTS}
      ) AS latest,
        jsonb_array_elements_text(CASE jsonb_typeof(list) WHEN 'array' THEN list ELSE '[]' END) AS line
      WHERE line ^@ ANY (${add(prefixes.map(toStorableText))}::text[])
    )`,
  );
  return `(${[isSubject, ...hasLines].join(' OR ')})`;
}

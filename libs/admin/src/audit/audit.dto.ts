import { parseAuditHead } from '#audit';
import { type FieldSchema, field, nested } from '../input/field.js';
import { Line, Moment, Name, OneOf, Whole, checkedText } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';

const ANY_COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };
const HASH = { description: 'SHA-256 of the entry and the previous hash, in hex.' };

const Head = (options: { optional?: true; description: string }): PropertyDecorator =>
  checkedText(
    'the number and hash of an entry, such as 42:<64 hex digits>',
    (text) => parseAuditHead(text) !== undefined,
    options,
  );

/** An object with any members. */
const FREE_OBJECT: FieldSchema = { type: 'object', additionalProperties: true };

export class AuditListQuery extends ListQuery {
  @OneOf(['at', '-at'], { optional: true })
  sort: string = '-at';

  @Line({ optional: true, description: 'Filter by the id or name of the actor.' })
  actor?: string;

  @Line({ optional: true, example: 'token.create' })
  action?: string;

  @Line({ optional: true, example: 'token' })
  subject_type?: string;

  @Line({ optional: true })
  subject_id?: string;

  @Moment({ optional: true, description: 'Start of the period, inclusive.' })
  from?: string;

  @Moment({ optional: true, description: 'End of the period, exclusive.' })
  to?: string;
}

class ActorView {
  @OneOf(['user', 'admin-token', 'operator', 'schedule', 'anonymous'])
  kind: string;

  @Line()
  id: string;

  @Line({ description: 'The value at that time.' })
  name: string;
}

class SubjectView {
  @Line({ example: 'token' })
  type: string;

  @Line()
  id: string;

  @Line({ nullable: true, description: 'The value at that time.' })
  name: string | null;
}

export class AuditEntryView {
  @Whole({ ...ANY_COUNT, min: 1 }, { description: 'Consecutive number, from 1.' })
  seq: number;

  @Moment()
  at: string;

  @nested(() => ActorView)
  actor: ActorView;

  @Line({ example: 'token.create' })
  action: string;

  @nested(() => SubjectView)
  subject: SubjectView;

  @field(
    { expected: 'an object', schema: FREE_OBJECT, accepts: (value) => typeof value === 'object' },
    { description: 'By field: `from` and `to`, or "changed" for secrets.' },
  )
  changes: object;

  @Line({ nullable: true, description: 'The IP address of the actor.' })
  address: string | null;

  @Line({ nullable: true })
  request_id: string | null;

  @Line(HASH)
  hash: string;
}

export class AuditVerifyQuery {
  @Head({
    optional: true,
    description: 'The `head` of an earlier check. Detects entries removed since then.',
  })
  head?: string;
}

class AuditFaultView {
  @Whole(ANY_COUNT, { description: 'The number of the entry.' })
  seq: number;

  @Name({ description: 'The problem.' })
  what: string;
}

export class AuditReportView {
  @Whole(ANY_COUNT, { description: 'The number of checked entries.' })
  entries: number;

  @nested(() => AuditFaultView, { list: { min: 0, max: Number.MAX_SAFE_INTEGER } })
  faults: AuditFaultView[];

  @Head({ description: 'The last entry. Store it elsewhere and send it with the next check.' })
  head: string;
}

import { parseAuditHead } from '#audit';
import { type FieldSchema, field, nested } from '../input/field.js';
import { Line, Moment, Name, OneOf, Whole, checkedText } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';

const ANY_COUNT = { min: 0, max: Number.MAX_SAFE_INTEGER };
const HASH = { description: 'SHA-256 over the entry and the hash of the one before it, in hex.' };

const Head = (options: { optional?: true; description: string }): PropertyDecorator =>
  checkedText(
    'the number and the hash of an entry, such as 42:<64 hex digits>',
    (text) => parseAuditHead(text) !== undefined,
    options,
  );

/** Named values of any kind. */
const FREE_OBJECT: FieldSchema = { type: 'object', additionalProperties: true };

export class AuditListQuery extends ListQuery {
  @OneOf(['at', '-at'], { optional: true })
  sort: string = '-at';

  @Line({ optional: true, description: 'Only what was done by whoever has this id or name.' })
  actor?: string;

  @Line({ optional: true, example: 'token.create' })
  action?: string;

  @Line({ optional: true, example: 'token' })
  subject_type?: string;

  @Line({ optional: true })
  subject_id?: string;

  @Moment({ optional: true, description: 'From this moment on.' })
  from?: string;

  @Moment({ optional: true, description: 'Up to this moment, and without it.' })
  to?: string;
}

class ActorView {
  @OneOf(['user', 'admin-token', 'operator', 'schedule', 'anonymous'])
  kind: string;

  @Line()
  id: string;

  @Line({ description: 'As it was then.' })
  name: string;
}

class SubjectView {
  @Line({ example: 'token' })
  type: string;

  @Line()
  id: string;

  @Line({ nullable: true, description: 'As it was then.' })
  name: string | null;
}

export class AuditEntryView {
  @Whole({ ...ANY_COUNT, min: 1 }, { description: 'Counts from 1, without a gap.' })
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
    { description: 'By field: `from` and `to`, or "changed" where it is a secret.' },
  )
  changes: object;

  @Line({ nullable: true, description: 'Where it was done from.' })
  address: string | null;

  @Line({ nullable: true })
  request_id: string | null;

  @Line(HASH)
  hash: string;
}

export class AuditVerifyQuery {
  @Head({
    optional: true,
    description: 'The `head` of an earlier answer: what was there then has to be there still.',
  })
  head?: string;
}

class AuditFaultView {
  @Whole(ANY_COUNT, { description: 'The number of the entry.' })
  seq: number;

  @Name({ description: 'What is wrong with it.' })
  what: string;
}

export class AuditReportView {
  @Whole(ANY_COUNT, { description: 'How many were checked.' })
  entries: number;

  @nested(() => AuditFaultView, { list: { min: 0, max: Number.MAX_SAFE_INTEGER } })
  faults: AuditFaultView[];

  @Head({ description: 'The last entry: to be kept elsewhere, and sent along the next time.' })
  head: string;
}

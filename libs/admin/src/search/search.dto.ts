import { nested } from '../input/field.js';
import { Line, OneOf } from '../input/fields.js';

const MANY = { min: 0, max: 100 };

const FOUND_KINDS = ['token', 'model', 'channel', 'user', 'owner', 'request', 'task'] as const;

export class SearchQuery {
  @Line({ description: 'A part of a name, the beginning of a request id, or a task id.' })
  q: string;
}

export class FoundView {
  @OneOf(FOUND_KINDS)
  kind: (typeof FOUND_KINDS)[number];

  @Line({ description: 'The id.' })
  id: string;

  @Line({ description: 'The name.' })
  label: string;

  @Line({ nullable: true, description: 'Additional details.' })
  detail: string | null;
}

export class SearchView {
  @nested(() => FoundView, { list: MANY, description: 'At most 5 of each kind.' })
  data: FoundView[];
}

import { LISTED_FACTS, type NullableFacts, type RequestFactKind } from '#declarations';
import { type FieldOptions } from '../input/field.js';
import { Flag, Line } from '../input/fields.js';
import { Count } from '../input/measures.js';

/** The decorator for a fact of each kind. */
const FIELDS: Readonly<Record<RequestFactKind, (options: FieldOptions) => PropertyDecorator>> = {
  text: Line,
  count: Count,
  milliseconds: Count,
  flag: Flag,
};

/** A base class for a response with all facts of `REQUEST_FACTS`; null for those that are unknown. */
export function WithFacts(): abstract new () => NullableFacts {
  abstract class Facts {}
  for (const { column, fact } of LISTED_FACTS) {
    const { kind, description } = fact;
    FIELDS[kind]({ nullable: true, description })(Facts.prototype, column);
  }
  return Facts as abstract new () => NullableFacts;
}

import { type EntityFacts, type EntityKind, type EntityStates } from './entity-states.js';

/** The state of an entity; undefined if it does not exist. */
export type State<Kind extends EntityKind> = EntityStates[Kind] | undefined;

/** A change before its check. `before` is undefined for a new entity, `after` for a deleted one. */
export interface WantedChange<
  Kind extends EntityKind,
  Before extends State<Kind> = State<Kind>,
  After extends State<Kind> = State<Kind>,
> {
  kind: Kind;
  before: Before;
  after: After;
  facts?: EntityFacts[Kind];
}

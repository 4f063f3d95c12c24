import { type EntityFacts, type EntityKind, type EntityStates } from './entity-states.js';

/** Of an entity, where it exists. */
export type State<Kind extends EntityKind> = EntityStates[Kind] | undefined;

/** A change that somebody wants to make. `before` is undefined for a new entity, `after` for one that is deleted. */
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

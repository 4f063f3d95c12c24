import { type Choice } from '#catalog';
import { type PlanKind } from '../relay-record.js';

/** One way to serve a request: a target, and how it is spoken to. */
export interface RouteCandidate {
  kind: PlanKind;
  target: Choice;
}

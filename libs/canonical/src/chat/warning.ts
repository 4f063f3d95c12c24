import { type RequestField } from './chat-request.js';

/** Something that the client asked for and the target cannot express. It is said aloud, never dropped in silence. */
export interface Warning {
  /** A field of the hub, or a path in the client's own grammar where the client's format noticed the loss. */
  field: RequestField | { param: string };
  reason: string;
}

export interface Translated<Value> {
  value: Value;
  warnings: Warning[];
}

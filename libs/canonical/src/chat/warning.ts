import { type RequestField } from './chat-request.js';

/** Something in the request that the target cannot express. The client is warned instead of losing it silently. */
export interface Warning {
  /** A canonical field, or a path in the client's own grammar if the client's format noticed the loss. */
  field: RequestField | { param: string };
  reason: string;
}

export interface Translated<Value> {
  value: Value;
  warnings: Warning[];
}

import { type JsonObject } from '../chat/json.js';

/** The fields that the requests of all operations have. */
export interface OperationRequestBase {
  model: string;
  /**
   * Fields of the client's format that have no canonical equivalent. Only an upstream with the same format
   * understands them.
   */
  extensions?: JsonObject;
  /** Set if the request can be served only by an upstream with the client's own format. */
  onlyNative?: { param: string; reason: string };
}

/** A field of the request that the upstream cannot apply. */
export interface LostField<Request> {
  field: keyof Request & string;
  reason: string;
}

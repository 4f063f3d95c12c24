import { type JsonObject } from '../chat/json.js';

/** What every request has in common, whatever it asks for. */
export interface Asked {
  model: string;
  /** What the client has said beyond the words of the hub; only an upstream of the client's own format understands it. */
  extensions?: JsonObject;
  /** Where the request has a meaning that only an upstream of the client's own format can be told. */
  onlyNative?: { param: string; reason: string };
}

/** Something that the client asked for and the upstream cannot do. */
export interface Lost<Request> {
  field: keyof Request & string;
  reason: string;
}

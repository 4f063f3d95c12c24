declare const PERMIT: unique symbol;

/**
 * Allows requests to the account of a channel. `#upstream` adds the key or the credentials of an account only with a
 * permit. There are three: `AdmittedCall` for calls of models, `TaskPermit` and `ProbePermit`.
 */
export abstract class UpstreamPermit {
  // Declared so that no other object is structurally of this type.
  declare protected readonly [PERMIT]: true;
}

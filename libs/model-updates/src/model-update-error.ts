/** Why the given sources could not be applied. */
export type ModelUpdateErrorKind = 'not-found' | 'unreachable' | 'untrusted' | 'unusable';

export class ModelUpdateError extends Error {
  constructor(
    readonly kind: ModelUpdateErrorKind,
    message: string,
  ) {
    super(message);
  }
}

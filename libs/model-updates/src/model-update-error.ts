/** Why models were not brought up to date, where that is due to what was given. */
export type ModelUpdateErrorKind = 'not-found' | 'unreachable' | 'untrusted' | 'unusable';

export class ModelUpdateError extends Error {
  constructor(
    readonly kind: ModelUpdateErrorKind,
    message: string,
  ) {
    super(message);
  }
}

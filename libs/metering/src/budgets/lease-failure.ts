/** The database could not be asked for money. */
export class LeaseFailure extends Error {
  constructor(
    /** Whether it may have been done all the same. */
    readonly isInDoubt: boolean,
    cause: unknown,
  ) {
    super('the database could not be asked for money', { cause });
  }
}

/** A transaction about a lease has failed. */
export class LeaseFailure extends Error {
  constructor(
    /** Whether the transaction may have been committed nevertheless. */
    readonly isInDoubt: boolean,
    cause: unknown,
  ) {
    super('the budget could not be loaded from the database', { cause });
  }
}

/** A budget account that does not have what was to be taken from it. */
export class AccountShort extends Error {
  constructor(readonly budgetAccount: string) {
    super(`the ledger account ${budgetAccount} does not have that much`);
  }
}

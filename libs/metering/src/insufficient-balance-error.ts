/** The balance of a budget account does not cover a booking. */
export class InsufficientBalanceError extends Error {
  constructor(readonly budgetAccount: string) {
    super(`the balance of the ledger account ${budgetAccount} is too low`);
  }
}

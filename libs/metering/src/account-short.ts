/** A purse that does not have what was to be taken from it. */
export class AccountShort extends Error {
  constructor(readonly purse: string) {
    super(`the ledger account ${purse} does not have that much`);
  }
}

declare const HELD: unique symbol;

/**
 * Says that the cost of a call is held in the budgets of its token. Only `Billing` of `#relay` says so, and
 * `callUpstream` requires it, so a new surface cannot leave out the budgets. It exists for the compiler only.
 */
export interface HeldBudget {
  readonly [HELD]: true;
}

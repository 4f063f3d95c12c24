/** The amounts that a request needs from a budget account, in the unit of the account. */
export interface LeaseAmounts {
  /** The minimum charge. */
  certain: number;
  /** The estimated maximum charge. */
  likely: number;
}

/** The state of a locked budget account. */
export interface BudgetAccountState {
  /** The amount that no process has leased. Negative if the budget account is in debt. */
  balance: number;
  /** The unused part of this process's lease. */
  free: number;
  /** The amount that this process holds for its running requests. */
  held: number;
  /** The leases of other processes, less what these have certainly spent. */
  elsewhere: number;
}

export interface LeaseDecision {
  /** `wait`: a sufficient amount may be returned. `refused`: it cannot be. */
  outcome: 'covered' | 'wait' | 'refused';
  /** The amount to lease; negative to return an amount. */
  move: number;
  /** What is left of the budget account, with the unused part of this process's lease. */
  left: number;
}

/** A lease is this fraction of the balance, so that leases shrink as the money runs out. */
const SLICES = 16;

/**
 * Decides how much a process leases from a budget account for a request. If the request is not covered, the process
 * returns its unused amount, because another process may need it.
 */
export function decideLease(
  { balance, free, held, elsewhere }: BudgetAccountState,
  { certain, likely }: LeaseAmounts,
): LeaseDecision {
  const left = free + balance;
  if (left >= likely) {
    const missing = Math.max(0, likely - free);
    const slice = Math.max(missing, Math.floor(balance / SLICES));
    return { outcome: 'covered', move: missing === 0 ? 0 : slice, left };
  }
  const returnable = held + elsewhere;
  if (returnable <= 0 && left > 0 && left >= certain) {
    return { outcome: 'covered', move: balance, left };
  }
  const canBeCovered = returnable > 0 && certain <= left + returnable;
  return {
    outcome: canBeCovered ? 'wait' : 'refused',
    move: 0 - Math.max(0, free),
    left,
  };
}

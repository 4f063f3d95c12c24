/** The amounts that a request needs from a budget account. */
export interface HoldAmounts {
  /** The minimum cost. */
  certainMicroUsd: number;
  /** The estimated maximum cost. */
  likelyMicroUsd: number;
}

/** The state of a locked budget account. */
export interface BudgetAccountState {
  /** The amount that no process has leased. Negative if the budget account is in debt. */
  balanceMicroUsd: number;
  /** The unused part of this process's lease. */
  freeMicroUsd: number;
  /** The amount that this process holds for its running requests. */
  heldMicroUsd: number;
  /** The leases of other processes, less what these have certainly spent. */
  elsewhereMicroUsd: number;
}

export interface LeaseDecision {
  /** `wait`: a sufficient amount may be returned. `refused`: it cannot be. */
  outcome: 'covered' | 'wait' | 'refused';
  /** The amount to lease; negative to return an amount. */
  moveMicroUsd: number;
  /** What is left of the budget account, with the unused part of this process's lease. */
  leftMicroUsd: number;
}

/** A lease is this fraction of the balance, so that leases shrink as the money runs out. */
const SLICES = 16;

/**
 * Decides how much a process leases from a budget account for a request. If the request is not covered, the process
 * returns its unused amount, because another process may need it.
 */
export function decideLease(
  { balanceMicroUsd, freeMicroUsd, heldMicroUsd, elsewhereMicroUsd }: BudgetAccountState,
  { certainMicroUsd, likelyMicroUsd }: HoldAmounts,
): LeaseDecision {
  const leftMicroUsd = freeMicroUsd + balanceMicroUsd;
  if (leftMicroUsd >= likelyMicroUsd) {
    const missing = Math.max(0, likelyMicroUsd - freeMicroUsd);
    const slice = Math.max(missing, Math.floor(balanceMicroUsd / SLICES));
    return { outcome: 'covered', moveMicroUsd: missing === 0 ? 0 : slice, leftMicroUsd };
  }
  const returnableMicroUsd = heldMicroUsd + elsewhereMicroUsd;
  if (returnableMicroUsd <= 0 && leftMicroUsd > 0 && leftMicroUsd >= certainMicroUsd) {
    return { outcome: 'covered', moveMicroUsd: balanceMicroUsd, leftMicroUsd };
  }
  const canBeCovered = returnableMicroUsd > 0 && certainMicroUsd <= leftMicroUsd + returnableMicroUsd;
  return {
    outcome: canBeCovered ? 'wait' : 'refused',
    moveMicroUsd: 0 - Math.max(0, freeMicroUsd),
    leftMicroUsd,
  };
}

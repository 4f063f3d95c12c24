/** What a request wants of a budget account. */
export interface HoldAmounts {
  /** What it costs at the least. */
  certainMicroUsd: number;
  /** What it costs at the most, as far as anybody can tell. */
  likelyMicroUsd: number;
}

/** How a budget account stands while nobody else can change it. */
export interface BudgetAccountStatus {
  /** What nobody has taken. Less than nothing where the budget account is in debt. */
  balanceMicroUsd: number;
  /** What this process has and does not use. */
  freeMicroUsd: number;
  /** What this process has set aside for its running requests. */
  heldMicroUsd: number;
  /** What other processes have that is not spent for sure. */
  elsewhereMicroUsd: number;
}

export interface LeaseDecision {
  /** `wait`: some of what others have may come back. `refused`: nothing will. */
  outcome: 'covered' | 'wait' | 'refused';
  /** What goes from the budget account to the process; less than nothing where it goes back. */
  moveMicroUsd: number;
  /** What the process can give out then. */
  leftMicroUsd: number;
}

/** A slice is a part of what is left, so that slices shrink as the money runs out. */
const SLICES = 16;

/**
 * What a process gets of a budget account for one request. Who gets nothing keeps nothing: others may need just that.
 */
export function decideLease(
  { balanceMicroUsd, freeMicroUsd, heldMicroUsd, elsewhereMicroUsd }: BudgetAccountStatus,
  { certainMicroUsd, likelyMicroUsd }: HoldAmounts,
): LeaseDecision {
  const leftMicroUsd = freeMicroUsd + balanceMicroUsd;
  if (leftMicroUsd >= likelyMicroUsd) {
    const missing = Math.max(0, likelyMicroUsd - freeMicroUsd);
    const slice = Math.max(missing, Math.floor(balanceMicroUsd / SLICES));
    return { outcome: 'covered', moveMicroUsd: missing === 0 ? 0 : slice, leftMicroUsd };
  }
  const mayComeBack = heldMicroUsd + elsewhereMicroUsd;
  if (mayComeBack <= 0 && leftMicroUsd > 0 && leftMicroUsd >= certainMicroUsd) {
    return { outcome: 'covered', moveMicroUsd: balanceMicroUsd, leftMicroUsd };
  }
  const isHopeless = mayComeBack <= 0 || certainMicroUsd > leftMicroUsd + mayComeBack;
  return {
    outcome: isHopeless ? 'refused' : 'wait',
    moveMicroUsd: 0 - Math.max(0, freeMicroUsd),
    leftMicroUsd,
  };
}

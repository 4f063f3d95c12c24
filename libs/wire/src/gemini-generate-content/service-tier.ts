const CANONICAL_TIERS: Record<string, string> = { STANDARD: 'default', FLEX: 'flex', PRIORITY: 'priority' };
const SERVICE_TIERS: Record<string, string> = {
  default: 'standard',
  standard: 'standard',
  standard_only: 'standard',
  flex: 'flex',
  priority: 'priority',
};

/** Undefined if the service chooses the tier. */
export function decodeServiceTier(tier: string | undefined): string | undefined {
  return tier === undefined ? undefined : CANONICAL_TIERS[tier];
}

/** Undefined if the service does not have the tier. */
export function encodeServiceTier(tier: string): string | undefined {
  return Object.hasOwn(SERVICE_TIERS, tier) ? SERVICE_TIERS[tier] : undefined;
}

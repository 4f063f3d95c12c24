/** The canonical service tiers are OpenAI's: `default` is called `standard` in this format. */
const REQUESTED_TIERS: Readonly<Record<string, string>> = { auto: 'auto', default: 'standard_only' };
const REPORTED_TIERS: Readonly<Record<string, string>> = {
  default: 'standard',
  priority: 'priority',
  batch: 'batch',
};

export const REQUESTABLE_TIERS = ['auto', 'standard_only'] as const;

export function decodeRequestedTier(
  tier: (typeof REQUESTABLE_TIERS)[number] | undefined,
): string | undefined {
  return tier === 'standard_only' ? 'default' : tier;
}

export function encodeRequestedTier(tier: string): string | undefined {
  return REQUESTED_TIERS[tier];
}

export function decodeReportedTier(tier: unknown): string | undefined {
  if (typeof tier !== 'string') return undefined;
  return tier === 'standard' ? 'default' : tier;
}

export function encodeReportedTier(tier: string | undefined): string | null {
  return tier === undefined ? null : (REPORTED_TIERS[tier] ?? null);
}

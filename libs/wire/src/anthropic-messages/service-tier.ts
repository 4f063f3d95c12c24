/** The hub says a service tier in OpenAI's words: `default` is what this format calls standard. */
const ASKED: Readonly<Record<string, string>> = { auto: 'auto', default: 'standard_only' };
const GIVEN: Readonly<Record<string, string>> = { default: 'standard', priority: 'priority', batch: 'batch' };

export const ASKABLE_TIERS = ['auto', 'standard_only'] as const;

export function decodeAskedTier(tier: (typeof ASKABLE_TIERS)[number] | undefined): string | undefined {
  return tier === 'standard_only' ? 'default' : tier;
}

export function encodeAskedTier(tier: string): string | undefined {
  return ASKED[tier];
}

export function decodeGivenTier(tier: unknown): string | undefined {
  if (typeof tier !== 'string') return undefined;
  return tier === 'standard' ? 'default' : tier;
}

export function encodeGivenTier(tier: string | undefined): string | null {
  return tier === undefined ? null : (GIVEN[tier] ?? null);
}

const TIERS: ReadonlySet<string> = new Set(['priority', 'default', 'flex', 'reserved']);

/** The canonical service tiers are OpenAI's, and this format has the same names. `auto` sets none. */
export function encodeRequestedTier(tier: string): string | undefined {
  return TIERS.has(tier) ? tier : undefined;
}

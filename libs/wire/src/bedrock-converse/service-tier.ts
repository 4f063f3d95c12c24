const TIERS: ReadonlySet<string> = new Set(['priority', 'default', 'flex', 'reserved']);

/** The hub says a service tier in OpenAI's words, which are those of this format; `auto` is to ask for none. */
export function encodeAskedTier(tier: string): string | undefined {
  return TIERS.has(tier) ? tier : undefined;
}

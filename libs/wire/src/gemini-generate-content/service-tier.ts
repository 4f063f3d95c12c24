const TO_HUB: Record<string, string> = { STANDARD: 'default', FLEX: 'flex', PRIORITY: 'priority' };
const TO_SERVICE: Record<string, string> = {
  default: 'standard',
  standard: 'standard',
  standard_only: 'standard',
  flex: 'flex',
  priority: 'priority',
};

/** Undefined where the tier is left to the service. */
export function decodeServiceTier(word: string | undefined): string | undefined {
  return word === undefined ? undefined : TO_HUB[word];
}

/** Undefined where the service has no such tier. */
export function encodeServiceTier(tier: string): string | undefined {
  return Object.hasOwn(TO_SERVICE, tier) ? TO_SERVICE[tier] : undefined;
}

const REASONS = new Set([
  'SAFETY',
  'OTHER',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'IMAGE_SAFETY',
  'MODEL_ARMOR',
  'JAILBREAK',
]);

/** The reason in the words that clients of this format know. */
export function encodeBlockReason(reason: string): string {
  return REASONS.has(reason) ? reason : 'OTHER';
}

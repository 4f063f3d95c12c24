/** Nobody gives money back more often than this for one thing; few enough to look for each by its name. */
export const MAX_REFUNDS = 100;

/** One thing may be refunded in several parts, each of which is booked under a name of its own. */
export function refundReference(reference: string, ordinal: number): string {
  return `${reference}/refund/${ordinal}`;
}

export function refundReferences(reference: string): string[] {
  return Array.from({ length: MAX_REFUNDS }, (_, index) => refundReference(reference, index + 1));
}

/** Reading what an upstream sent: what has the wrong type is as good as absent. */

export function getRecord(value: unknown): Record<string, unknown> | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : undefined;
}

export function getRecords(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.map(getRecord).filter((record) => record !== undefined);
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

import { GatewayError } from '#canonical';

export function readPageSize(
  value: unknown,
  param: string,
  { usual, most }: { usual: number; most: number },
): number {
  if (value === undefined) return usual;
  const size = Number(value);
  if (typeof value !== 'string' || !/^\d+$/.test(value) || size < 1 || size > most) {
    throw new GatewayError('invalid-value', `"${param}" must be a whole number from 1 to ${most}.`, {
      param,
    });
  }
  return size;
}

import { GatewayError } from '#canonical';

export function readPageSize(
  value: unknown,
  param: string,
  { usual, max }: { usual: number; max: number },
): number {
  if (value === undefined) return usual;
  const size = Number(value);
  if (typeof value !== 'string' || !/^\d+$/.test(value) || size < 1 || size > max) {
    throw new GatewayError('invalid-value', `"${param}" must be a whole number from 1 to ${max}.`, {
      param,
    });
  }
  return size;
}

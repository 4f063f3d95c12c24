import { type RequestBody, type RequestView } from '#wire';
import { type PolicyWarning } from './policy-warning.js';

/** A request that asks for no more than `most` tokens. Whoever asked for more is told; whoever asked for nothing is not. */
export function capOutput(
  { output }: RequestView,
  body: RequestBody,
  most: number | undefined,
): { body: RequestBody; warnings: PolicyWarning[] } {
  const cap = output?.cap(body);
  if (most === undefined || output === undefined || cap === undefined) return { body, warnings: [] };
  const { param, limit } = cap;
  if (limit !== undefined && limit <= most) return { body, warnings: [] };
  const reason = `this gateway allows at most ${most} output tokens`;
  return { body: output.withLimit(body, most), warnings: limit === undefined ? [] : [{ param, reason }] };
}

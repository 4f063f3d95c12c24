import { GatewayError } from '#canonical';
import { type PixelSize, type RequestBody, type RequestView, type RequestedValue } from '#wire';
import { type PolicySettings } from './policy-settings.js';

/** Something that a client asked for and does not get, though its request is served. */
export interface PolicyWarning {
  /** As the client calls it. */
  param: string;
  reason: string;
}

/** Refuses what is more than allowed and cannot quietly be made less. */
export function checkCaps(view: RequestView, body: RequestBody, settings: PolicySettings): void {
  const { maxChoices, maxImageSize, maxVideoSize, maxVideoSeconds } = settings;
  refuseAbove(view.getChoices?.(body), maxChoices, 'must be at most');
  refuseLarger(view.getImageSizes?.(body), maxImageSize);
  refuseLarger(view.getVideoSizes?.(body), maxVideoSize);
  refuseAbove(view.getVideoSeconds?.(body), maxVideoSeconds, 'must be, in seconds, at most');
}

function refuseAbove(
  values: readonly RequestedValue<number>[] = [],
  max: number | undefined,
  rule: string,
): void {
  const excess = values.find(({ value }) => max !== undefined && value > max);
  if (excess !== undefined) throw refusal(excess.param, `${rule} ${max}`);
}

/** It is the number of pixels that counts: a size may as well be upright. */
function refuseLarger(
  values: readonly RequestedValue<PixelSize>[] = [],
  largest: PixelSize | undefined,
): void {
  if (largest === undefined) return;
  const { width, height } = largest;
  const excess = values.find(({ value }) => value.width * value.height > width * height);
  if (excess !== undefined)
    throw refusal(excess.param, `must have at most as many pixels as ${width}x${height}`);
}

function refusal(param: string, rule: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" ${rule}: this gateway allows no more.`, { param });
}

/** A request that asks for no more than `max` tokens. Whoever asked for more is told; whoever asked for nothing is not. */
export function capOutput(
  { output }: RequestView,
  body: RequestBody,
  max: number | undefined,
): { body: RequestBody; warnings: PolicyWarning[] } {
  const cap = output?.cap(body);
  if (max === undefined || output === undefined || cap === undefined) return { body, warnings: [] };
  const { param, limit } = cap;
  if (limit !== undefined && limit <= max) return { body, warnings: [] };
  const reason = `this gateway allows at most ${max} output tokens`;
  return { body: output.withLimit(body, max), warnings: limit === undefined ? [] : [{ param, reason }] };
}

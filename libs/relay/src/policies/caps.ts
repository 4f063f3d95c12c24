import { GatewayError } from '#canonical';
import { type PixelSize, type RequestBody, type RequestView, type RequestedValue } from '#wire';
import { type PolicySettings } from './policy-settings.js';

/** A parameter that was changed, although the request is served. */
export interface PolicyWarning {
  /** The name that the client uses. */
  param: string;
  reason: string;
}

/** Rejects values above a limit that cannot be lowered silently. */
export function checkCaps(view: RequestView, body: RequestBody, settings: PolicySettings): void {
  const { maxChoices, maxImageSize, maxVideoSize, maxVideoSeconds } = settings;
  refuseAbove(view.getChoices?.(body), maxChoices);
  refuseLarger(view.getImageSizes?.(body), maxImageSize);
  refuseLarger(view.getVideoSizes?.(body), maxVideoSize);
  refuseAbove(view.getVideoSeconds?.(body), maxVideoSeconds, ' seconds');
}

function refuseAbove(
  values: readonly RequestedValue<number>[] = [],
  max: number | undefined,
  unit = '',
): void {
  const excess = values.find(({ value }) => max !== undefined && value > max);
  if (excess !== undefined) throw refusal(excess.param, `must be at most ${max}${unit}`);
}

/** Compares the number of pixels, so that portrait and landscape are equal. */
function refuseLarger(
  values: readonly RequestedValue<PixelSize>[] = [],
  largest: PixelSize | undefined,
): void {
  if (largest === undefined) return;
  const { width, height } = largest;
  const excess = values.find(({ value }) => value.width * value.height > width * height);
  if (excess !== undefined) throw refusal(excess.param, `must not have more pixels than ${width}x${height}`);
}

function refusal(param: string, rule: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" ${rule}: this is the limit of this gateway.`, {
    param,
  });
}

/** Limits the output tokens of a request. The warning is returned only if the client had requested more. */
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

import { GatewayError } from '#canonical';
import { type PixelSize, type RequestBody, type RequestView, type Wish } from '#wire';
import { type PolicySettings } from './settings.js';

/** Refuses what is more than allowed and cannot quietly be made less. */
export function checkCaps(view: RequestView, body: RequestBody, settings: PolicySettings): void {
  const { maxChoices, maxImageSize, maxVideoSize, maxVideoSeconds } = settings;
  refuseAbove(view.choicesOf?.(body), maxChoices, 'must be at most');
  refuseLarger(view.imageSizesOf?.(body), maxImageSize);
  refuseLarger(view.videoSizesOf?.(body), maxVideoSize);
  refuseAbove(view.videoSecondsOf?.(body), maxVideoSeconds, 'must be, in seconds, at most');
}

function refuseAbove(wishes: readonly Wish<number>[] = [], most: number | undefined, rule: string): void {
  const excess = wishes.find(({ value }) => most !== undefined && value > most);
  if (excess !== undefined) throw refusal(excess.param, `${rule} ${most}`);
}

/** It is the number of pixels that counts: a size may as well be upright. */
function refuseLarger(wishes: readonly Wish<PixelSize>[] = [], largest: PixelSize | undefined): void {
  if (largest === undefined) return;
  const { width, height } = largest;
  const excess = wishes.find(({ value }) => value.width * value.height > width * height);
  if (excess !== undefined)
    throw refusal(excess.param, `must have at most as many pixels as ${width}x${height}`);
}

function refusal(param: string, rule: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" ${rule}: this gateway allows no more.`, { param });
}

import { type VideoFacts } from '#canonical';
import { videoPriceMicroUsd } from '#metering';
import { type VideoTask } from '../task.js';

/** The cost of a video by its actual duration, at most the held amount. */
export function getCost({ price, heldMicroUsd, request }: VideoTask, facts: VideoFacts): number | undefined {
  const durationSeconds = facts.durationSeconds ?? request.durationSeconds;
  if (durationSeconds === undefined) return price === undefined ? undefined : heldMicroUsd;
  // The requested size, as for the hold: some upstreams return a few pixels more or less.
  const size = request.width === undefined ? facts : request;
  const cost = videoPriceMicroUsd({ price, durationSeconds, size });
  return cost === undefined ? undefined : Math.min(cost, heldMicroUsd);
}

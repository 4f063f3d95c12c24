import { type VideoFacts } from '#canonical';
import { videoPriceMicroUsd } from '#metering';
import { type VideoTask } from '../task.js';

/** What a video costs by its real length, and never more than was set aside for it. */
export function getCost({ price, heldMicroUsd, request }: VideoTask, facts: VideoFacts): number | undefined {
  const durationSeconds = facts.durationSeconds ?? request.durationSeconds;
  if (durationSeconds === undefined) return price === undefined ? undefined : heldMicroUsd;
  // What was asked for counts, as it did for the hold: some upstreams deliver a few pixels more or less.
  const size = request.width === undefined ? facts : request;
  const cost = videoPriceMicroUsd({ price, durationSeconds, size });
  return cost === undefined ? undefined : Math.min(cost, heldMicroUsd);
}

import { type ChannelView } from '#admin';
import { showTime } from '../frame/show-time.js';

type Known = Pick<ChannelView['api_keys'][number], 'status' | 'reason' | 'until'>;

/** Which keys and models are not healthy, and why; undefined where all are. */
export function describeTrouble({ api_keys: keys, health }: ChannelView): string | undefined {
  const troubles = [
    ...keys.filter(isInTrouble).map((key) => describeOne(`key ${key.hint}`, key)),
    ...health.models.filter(isInTrouble).map((model) => describeOne(model.upstream_model, model)),
  ];
  return troubles.length === 0 ? undefined : troubles.join('; ');
}

function isInTrouble({ status }: Known): boolean {
  return status !== 'healthy';
}

function describeOne(subject: string, { status, reason, until }: Known): string {
  const details = [reason, until === null ? null : `until ${showTime(until)}`].filter(
    (each) => each !== null,
  );
  return details.length === 0 ? `${subject} ${status}` : `${subject} ${status} (${details.join(', ')})`;
}

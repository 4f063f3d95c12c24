import { type ChannelView } from '#admin';
import { showTime } from '../frame/show-time.js';

type Known = Pick<ChannelView['api_keys'][number], 'standing' | 'reason' | 'until'>;

/** Which keys and models are not healthy, and why; undefined where all are. */
export function describeTrouble({ api_keys: keys, health }: ChannelView): string | undefined {
  const troubles = [
    ...keys.filter(isInTrouble).map((key) => describeOne(`key ${key.hint}`, key)),
    ...health.models.filter(isInTrouble).map((model) => describeOne(model.upstream_model, model)),
  ];
  return troubles.length === 0 ? undefined : troubles.join('; ');
}

function isInTrouble({ standing }: Known): boolean {
  return standing !== 'healthy';
}

function describeOne(subject: string, { standing, reason, until }: Known): string {
  const details = [reason, until === null ? null : `until ${showTime(until)}`].filter(
    (each) => each !== null,
  );
  return details.length === 0 ? `${subject} ${standing}` : `${subject} ${standing} (${details.join(', ')})`;
}

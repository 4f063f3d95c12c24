import { type Target } from '#catalog';
import { type Provider } from '#providers';
import { type FormatOf, type Operation, isFormatOf } from '#wire';

/**
 * The formats in which a target can be asked for something, best first. Where the channel lists formats of that
 * kind, they stand in the place of the provider's.
 */
export function spokenFormats<One extends Operation>(
  operation: One,
  { channel, upstreamModel }: Target,
  provider: Provider,
): readonly FormatOf<One>[] {
  const listed = channel.formats?.filter((id) => isFormatOf(operation, id)) ?? [];
  if (listed.length > 0) return listed;
  const spoken = provider.speaks[operation];
  return typeof spoken === 'function' ? spoken(upstreamModel) : (spoken ?? []);
}

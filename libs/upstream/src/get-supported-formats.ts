import { type Target } from '#catalog';
import { type Provider } from '#providers';
import { type FormatOf, type Operation, isFormatOf } from '#wire';

/**
 * The formats of a target for an operation, best first. Formats of the channel for this operation replace those of the
 * provider.
 */
export function getSupportedFormats<One extends Operation>(
  operation: One,
  { channel, upstreamModel }: Target,
  provider: Provider,
): readonly FormatOf<One>[] {
  const listed = channel.formats?.filter((id) => isFormatOf(operation, id)) ?? [];
  if (listed.length > 0) return listed;
  const formats = provider.speaks[operation];
  return typeof formats === 'function' ? formats(upstreamModel) : (formats ?? []);
}

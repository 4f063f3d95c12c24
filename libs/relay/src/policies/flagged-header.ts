const NAME = 'x-modelgate-flagged';

/** Tells a client that its input was flagged; nothing where it was not. */
export function flaggedHeader(categories: readonly string[]): Record<string, string> {
  return categories.length === 0 ? {} : { [NAME]: categories.join(',') };
}

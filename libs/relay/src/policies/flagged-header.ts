const NAME = 'x-modelgate-flagged';

/** The header for flagged input. Empty without categories. */
export function flaggedHeader(categories: readonly string[]): Record<string, string> {
  return categories.length === 0 ? {} : { [NAME]: categories.join(',') };
}

/** The value where it is text; what is anything else says nothing. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Lowercase only: the database accepts capital letters as well, but string comparisons here would not match. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Check before a query: the database reports an error for a value that is not a UUID. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}

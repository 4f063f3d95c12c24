/** As we write them: with capital letters it would be the same to the database, but not to a comparison here. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Anything else is nobody's id, and the database would not even look for it. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}

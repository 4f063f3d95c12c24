/** Why a file could not be read, as the system names it: ENOENT, EACCES. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error
    ? String(error.code)
    : 'unknown reason';
}

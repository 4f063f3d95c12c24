/** The error code of the system, such as ENOENT or EACCES. */
export function getErrorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error
    ? String(error.code)
    : 'unknown reason';
}

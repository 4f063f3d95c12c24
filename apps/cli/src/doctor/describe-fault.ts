/** One line: several addresses that were tried in vain have no message of their own, but a code. */
export function describeFault(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  if (typeof message === 'string' && message !== '') return message.split('\n')[0] ?? message;
  return typeof code === 'string' ? code : String(error);
}

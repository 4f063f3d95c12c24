/** PostgreSQL has no NUL in its texts. What contains one is never equal to anything stored. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

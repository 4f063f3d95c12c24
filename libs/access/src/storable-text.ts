/** PostgreSQL rejects texts with a NUL character, so NUL is replaced by U+FFFD. */
export function toStorableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

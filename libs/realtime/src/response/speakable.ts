/** A text without the marks that are for the eye; empty where nothing is left to say. */
export function speakable(text: string): string {
  const plain = text
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/gu, '$1')
    .replaceAll(/^\s*(?:#{1,6}|[-*+>])\s+/gmu, '')
    .replaceAll(/[*`~]+|(?<!\w)_+|_+(?!\w)/gu, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}

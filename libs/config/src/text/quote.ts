const MAX_QUOTE_LENGTH = 60;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

export function escapeControlCharacters(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/** A value for a message: on one line, of limited length, without the credentials and the query of a URL. */
export function quote(text: string): string {
  const characters = Array.from(hideCredentials(text));
  const shortened =
    characters.length > MAX_QUOTE_LENGTH ? [...characters.slice(0, MAX_QUOTE_LENGTH), '…'] : characters;
  return escapeControlCharacters(JSON.stringify(shortened.join('')));
}

function hideCredentials(text: string): string {
  const withoutUser = text.replace(/^.*@/s, '***@');
  return withoutUser.replace(/\?.+$/s, '?***');
}

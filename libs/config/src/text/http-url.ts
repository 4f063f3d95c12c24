/** A URL to which paths are appended. Returned without trailing slashes. */
export function parseBaseUrl(text: string): string | undefined {
  if (!isHttpUrl(text) || /[?#]/.test(text)) return undefined;
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

export const BASE_URL = 'an http:// or https:// URL without user, password, query or fragment';

export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

export const HTTP_URL = 'an http:// or https:// URL without user and password';

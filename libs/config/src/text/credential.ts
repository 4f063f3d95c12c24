const MAX_CREDENTIAL_LENGTH = 8192;

/** What can travel in an Authorization header: printable ASCII without spaces. */
export function isCredential(text: string): boolean {
  return text.length <= MAX_CREDENTIAL_LENGTH && /^[\x21-\x7e]+$/.test(text);
}

export const CREDENTIAL = 'a key (printable ASCII characters without spaces)';

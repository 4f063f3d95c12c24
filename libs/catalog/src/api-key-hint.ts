const SHOWN = 4;
/** Of a shorter one the end would be too much of it. */
const MIN_LENGTH = 12;

/** What a person may see of an upstream's key later on. */
export function apiKeyHint(apiKey: string): string {
  return apiKey.length < MIN_LENGTH ? '…' : `…${apiKey.slice(-SHOWN)}`;
}

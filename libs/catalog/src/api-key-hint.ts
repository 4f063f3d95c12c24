const SHOWN = 4;
/** Of a shorter one the end would be too much of it. */
const SHORTEST = 12;

/** What a person may see of an upstream's key later on. */
export function apiKeyHint(apiKey: string): string {
  return apiKey.length < SHORTEST ? '…' : `…${apiKey.slice(-SHOWN)}`;
}

const SHOWN_LENGTH = 4;
/** The end of a shorter key would reveal too much of it. */
const MIN_LENGTH = 12;

/** The part of an upstream key that is shown to users. */
export function apiKeyHint(apiKey: string): string {
  return apiKey.length < MIN_LENGTH ? '…' : `…${apiKey.slice(-SHOWN_LENGTH)}`;
}

/** How much of everything a request asks for, as far as that is known before it is sent. */
export interface RequestSize {
  inputTokens: number;
  /** The most that the client wants to have; undefined where it sets no limit. */
  maxOutputTokens?: number | undefined;
  images?: number;
  characters?: number;
  searchUnits?: number;
}

/** Close enough for most languages, and it costs nothing. */
const BYTES_PER_TOKEN = 4;

export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** The size of a request, as far as it is known before it is sent. */
export interface RequestSize {
  inputTokens: number;
  /** Undefined if the client sets no limit. */
  maxOutputTokens?: number | undefined;
  images?: number;
  characters?: number;
  searchUnits?: number;
}

/** A cheap estimate, close enough for most languages. */
const BYTES_PER_TOKEN = 4;

export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

/** One side of a request, as it is kept. */
export interface KeptSide {
  /** JSON, unless it was cut off; where none of it is kept, what it was. */
  body: string;
  /** As it was sent, before anything was taken out. */
  sizeBytes: number;
  /** Whether it is more than is kept. */
  isCut: boolean;
}

/** What a request asked, and what it was answered. */
export interface RecordedContent {
  operation: string;
  /** Of the endpoint, and so of the answer. */
  format: string;
  /** What the request is in: nearly always the same. */
  requestFormat: string;
  model: string;
  request: KeptSide;
  /** Absent where nothing was sent to the client but an error. */
  answer?: KeptSide & { isComplete: boolean };
}

/** Where a recorded content belongs. */
export interface ContentPlace {
  requestId: string;
  tokenId: string;
  owner: string;
  recordedAtMs: number;
  expiresAtMs: number;
}

/** The recorded body of a request or a response. */
export interface RecordedBody {
  /** JSON, possibly truncated. A description if the body is not recorded. */
  body: string;
  /** The size as sent, before redaction. */
  sizeBytes: number;
  /** Whether it is truncated or not recorded because of its size. */
  isCut: boolean;
}

/** A recorded request and its response. */
export interface RecordedContent {
  operation: string;
  /** The format of the endpoint and the response. */
  format: string;
  /** The format of the request body: nearly always the same. */
  requestFormat: string;
  model: string;
  request: RecordedBody;
  /** Absent if the client got only an error. */
  answer?: RecordedBody & { isComplete: boolean };
}

/** Identifies a recorded content. */
export interface ContentKey {
  requestId: string;
  tokenId: string;
  owner: string;
  recordedAtMs: number;
  expiresAtMs: number;
}

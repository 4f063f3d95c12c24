/** Limits of one token, or of all tokens of one owner together. An absent limit is unlimited. */
export interface SubjectLimits {
  /** Requests per minute. */
  rpm?: number;
  /** Tokens per minute, input and output together. */
  tpm?: number;
  /** Requests that run at the same time. */
  concurrency?: number;
  requestsPerDay?: number;
  /** WebSockets that are open at the same time. */
  sockets?: number;
}

export interface LimitSubject {
  /** `token:<id>`, `owner:<name>`, or `reads:<id>` for a token's requests to read stored responses. */
  id: string;
  limits: SubjectLimits;
}

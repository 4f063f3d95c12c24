/** What may be asked for, of one token or of all tokens of one owner together; what is absent is not limited. */
export interface SubjectLimits {
  /** Requests per minute. */
  rpm?: number;
  /** Tokens per minute, input and output together. */
  tpm?: number;
  /** Requests that run at the same time. */
  concurrency?: number;
  requestsPerDay?: number;
}

export interface LimitSubject {
  /** `token:<id>` or `owner:<name>`. */
  id: string;
  limits: SubjectLimits;
}

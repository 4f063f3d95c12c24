/** Why an upstream returned no usable response, for the admin of the channel. */
export interface Finding {
  /** What happened. */
  message: string;
  /** How to fix it. */
  advice: string;
  /** The status of the response, if there was one. */
  status?: number;
  /** The setting of the channel that is probably wrong, by its name in the admin API. */
  field?: string;
  /** Whether the kind of request may be the cause, so that another kind might succeed. */
  isRequestFault?: boolean;
}

/** Why an upstream gave no usable answer, in words for whoever looks after the channel. */
export interface Finding {
  /** What happened. */
  message: string;
  /** What to do about it. */
  advice: string;
  /** What it answered with, where it answered at all. */
  status?: number;
  /** The setting of the channel that is probably wrong, as the admin API calls it. */
  field?: string;
  /** Whether it may be the kind of request that was wrong, so that another might do. */
  isOfRequest?: boolean;
}

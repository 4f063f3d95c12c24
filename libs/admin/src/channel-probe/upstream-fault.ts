/** Why an upstream gave no usable answer, in words for whoever looks after the channel. */
export interface Finding {
  /** What happened. */
  message: string;
  /** What to do about it. */
  advice: string;
  /** What it answered with, where it answered at all. */
  status?: number;
  /** Whether it may be the kind of request that was wrong, so that another might do. */
  isOfRequest?: boolean;
}

export class UpstreamFault extends Error implements Finding {
  override readonly name = 'UpstreamFault';
  readonly advice: string;
  readonly status?: number;
  readonly isOfRequest?: boolean;

  constructor({ message, advice, status, isOfRequest }: Finding) {
    super(message);
    this.advice = advice;
    this.status = status;
    this.isOfRequest = isOfRequest;
  }
}

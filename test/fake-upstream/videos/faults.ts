/** Faults of a submission. */
export type CreateFault =
  /** Nothing is made: the connection is reset before the submission is read. */
  | 'reset-before-reading'
  /** Nothing is made, and the response says so. */
  | '400'
  | '429'
  | '500-without-creating'
  /** The video is made, but its client gets no response, or one without the id. */
  | 'accept-then-hang'
  | 'accept-then-reset'
  | 'respond-then-reset'
  | '500-after-creating'
  | '2xx-without-id'
  | 'malformed';

export type StatusFault =
  | '401'
  | '404'
  | '429'
  | '500'
  | 'hang'
  | 'reset'
  | 'garbage'
  /** An unknown state. */
  | 'unknown-word'
  /** Back to the first state, whatever the progress. */
  | 'queued-again';

export type ContentFault =
  | '404'
  /** The returned link has expired; a new one is valid. */
  | 'expired'
  | '500'
  | 'empty'
  | 'html'
  | 'reset-half-way'
  /** Is complete in the end, a little at a time. */
  | 'slow'
  /** Begins and never ends. */
  | 'stall'
  /** Has the content type of a video, and is none. */
  | 'wrong-bytes'
  /** To a link on this server that needs no key. */
  | 'redirect';

export interface Faults {
  create: CreateFault;
  status: StatusFault;
  content: ContentFault;
}

/** What may become of a submission. */
export type CreateFault =
  /** Nothing is made: the connection is reset before the submission is read. */
  | 'reset-before-reading'
  /** Nothing is made, and that is said. */
  | '400'
  | '429'
  | '500-without-creating'
  /** The video is made, but whoever submitted it is not told, or not told its name. */
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
  /** A state that nobody knows of. */
  | 'unknown-word'
  /** Back to the first state, however far it was. */
  | 'queued-again';

export type ContentFault =
  | '404'
  /** The link that was given is over; a new one is good. */
  | 'expired'
  | '500'
  | 'empty'
  | 'html'
  | 'reset-half-way'
  /** Comes in the end, a little at a time. */
  | 'slow'
  /** Begins and never ends. */
  | 'stall'
  /** Says that it is a video, and is none. */
  | 'wrong-bytes'
  /** To a link on this server that needs no key. */
  | 'redirect';

export interface Faults {
  create: CreateFault;
  status: StatusFault;
  content: ContentFault;
}

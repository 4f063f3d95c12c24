export type StateReason =
  | 'failures-in-a-row'
  | 'broken-streams'
  | 'error-rate'
  | 'overloaded'
  | 'model-unavailable'
  | 'out-of-credit'
  | 'key-refused'
  | 'recovered';

/** Something has changed in what is known of a target or of a key. */
export interface StateChange {
  state: 'closed' | 'open' | 'cooling' | 'key-refused';
  reason: StateReason;
  /** Milliseconds since 1970. */
  until: number;
  /** How often in a row. */
  times: number;
  /** It was so before, and only lasts longer. */
  isExtension?: boolean;
}

/** The same, and what it is about: one model of a channel, or one of its keys. */
export interface ChannelState extends StateChange {
  channelId: string;
  upstreamModel?: string;
  keyFingerprint?: string;
}

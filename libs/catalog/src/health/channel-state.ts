export type StateReason =
  | 'failures-in-a-row'
  | 'broken-streams'
  | 'error-rate'
  | 'overloaded'
  | 'model-unavailable'
  | 'out-of-credit'
  | 'key-refused'
  | 'recovered';

/** A change in the health of a target or a key. */
export interface StateChange {
  state: 'closed' | 'open' | 'cooling' | 'key-refused';
  reason: StateReason;
  /** Milliseconds since 1970. */
  until: number;
  /** How often in succession. */
  times: number;
  /** Whether an existing state only lasts longer. */
  isExtension?: boolean;
}

/** A change with its subject: one model of a channel, or one of its keys. */
export interface ChannelState extends StateChange {
  channelId: string;
  upstreamModel?: string;
  keyFingerprint?: string;
}

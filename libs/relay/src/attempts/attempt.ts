import { type Usage } from '#canonical';
import { type ChannelUse } from '#catalog';
import { type ClientSide } from '../client-side.js';
import { type ReceivedAnswer } from '../billing/received-answer.js';
import { type AttemptRecord } from '../relay-record.js';
import { type RouteCandidate } from './route-candidate.js';

/** One way that is being tried: its own end of the client's connection, and what is learnt on it. */
export interface Attempt<One extends RouteCandidate = RouteCandidate> {
  readonly candidate: One;
  readonly client: ClientSide;
  /** Makes this the attempt that answers. Throws where another one has been faster. */
  claim(): void;
  /** Of the channel, with the key whose turn it is. */
  readonly use: ChannelUse;
  readonly record: AttemptRecord;
  readonly startedAt: number;
  /** Which attempt at the request this is, from 1. */
  readonly ordinal: number;
  /** Parameters that this way loses. */
  warnings: readonly string[];
  usage: Usage | undefined;
  /** What has come of the answer so far, for an estimate where the upstream never says what it used. */
  readonly received: ReceivedAnswer;
}

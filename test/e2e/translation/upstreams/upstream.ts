import type { FakeUpstream, ReceivedRequest } from '../../../fake-upstream/index.js';
import type { Image, ToolCall } from '../clients/client.js';

/** One of the services behind the gateway, and how to read what it was sent. */
export interface Upstream {
  readonly name: string;
  /** The model that only this service has. */
  readonly model: string;
  /** Whether its thoughts come with a signature that has to come back with them. */
  readonly provesThoughts: boolean;
  /** Whether its usage tells what thinking took; it does unless said otherwise. */
  readonly countsThoughts?: boolean;
  /** Whether it says that a filter has ended an answer; it does unless said otherwise. */
  readonly saysFiltered?: boolean;
  /** The status with which it says that it has too much to do. */
  readonly overloadStatus: number;
  channel(upstream: FakeUpstream): object;
  read(request: ReceivedRequest): Seen;
}

/** What a service was sent, read from the places where its own format has it. */
export interface Seen {
  model: unknown;
  isStreamed: boolean;
  system: string;
  /** Turns with text in them. */
  turns: readonly { from: 'user' | 'assistant'; text: string }[];
  images: readonly Image[];
  toolNames: readonly unknown[];
  calls: readonly ToolCall[];
  results: readonly { id: unknown; text: string }[];
  schema: unknown;
  maxTokens: unknown;
  asksToThink: boolean;
  /** Thoughts that came back, and what proves them. */
  reasoning: string;
  signatures: readonly string[];
}

export const UPSTREAM_KEY = 'sk-upstream-1';

import type { FakeUpstream, ReceivedRequest } from '../../../fake-upstream/index.js';
import type { Image, ToolCall } from '../clients/client.js';

/** One of the services behind the gateway, and how to read the requests that it received. */
export interface Upstream {
  readonly name: string;
  /** The model that only this service has. */
  readonly model: string;
  /** Whether its thoughts have a signature that has to be sent back with them. */
  readonly signsThoughts: boolean;
  /** Whether its usage contains reasoning tokens; true by default. */
  readonly countsThoughts?: boolean;
  /** Whether it reports that a filter has ended a response; true by default. */
  readonly saysFiltered?: boolean;
  /** The status for overload. */
  readonly overloadStatus: number;
  channel(upstream: FakeUpstream): object;
  read(request: ReceivedRequest): ObservedRequest;
}

/** The content of a request to a service, independent of its format. */
export interface ObservedRequest {
  model: unknown;
  isStreamed: boolean;
  system: string;
  /** Turns with text. */
  turns: readonly { from: 'user' | 'assistant'; text: string }[];
  images: readonly Image[];
  toolNames: readonly unknown[];
  calls: readonly ToolCall[];
  results: readonly { id: unknown; text: string }[];
  schema: unknown;
  maxTokens: unknown;
  asksToThink: boolean;
  /** Thoughts that were sent back, and their signatures. */
  reasoning: string;
  signatures: readonly string[];
}

export const UPSTREAM_KEY = 'sk-upstream-1';

import { type Transport } from '#egress';
import { type WireFormatId } from '#wire';

export interface ChatCall {
  baseUrl?: string;
  upstreamModel: string;
  isStreamed: boolean;
  apiVersion?: string;
}

/** How an upstream is talked to about conversations. */
export interface ChatCapability {
  /** In order of preference. A client's format that is among them passes as bytes. */
  readonly speaks: readonly [WireFormatId, ...WireFormatId[]];
  endpoint(format: WireFormatId, call: ChatCall): URL;
  /** The headers that prove who we are. */
  authorize(apiKey: string): Record<string, string>;
  /** Headers that every call needs, unless the client has sent its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One upstream service: where it is, how to authorize, what it speaks. A capability that is absent is not offered. */
export interface Provider {
  readonly chat?: ChatCapability;
  /** For an upstream that is not reached over the network. */
  readonly transport?: Transport;
  /** Public model names of this service, for a channel that was given nothing but a key; `*` at the end matches a prefix. */
  readonly usualModels?: readonly string[];
}

export interface OutboundRequest {
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface UpstreamResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Uint8Array>;
}

export interface TransportCall {
  /** Aborting it ends the exchange at once, whatever state it is in. */
  signal: AbortSignal;
  connectMs: number;
}

/** Carries one request to an upstream. The network is one implementation; an upstream inside this process another. */
export type Transport = (request: OutboundRequest, call: TransportCall) => Promise<UpstreamResponse>;

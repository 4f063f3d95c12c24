import { type CancelSignal, type Form } from '#canonical';

export interface OutboundRequest {
  /** `POST` where it is not said. Only that and `PUT` have a body: that of the others is empty and is not sent. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  /** Bytes go as they are. A form goes as `multipart/form-data`, whatever content type the headers name. */
  body: Uint8Array | Form;
}

export interface UpstreamResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: UpstreamBody;
}

/** Takes what came at once. A promise asks the upstream to wait for it; whatever is thrown ends the answer. */
export type TakeRead = (bytes: Buffer) => void | Promise<void>;

/** Read chunk by chunk, or, where it offers that, all at once or read by read. */
export interface UpstreamBody extends AsyncIterable<Uint8Array> {
  readWhole?(maxBytes: number): Promise<Buffer>;
  /** Resolves at the end of the answer. Chunks that came in one read of the socket are given together. */
  readEach?(take: TakeRead): Promise<void>;
}

export interface TransportCall {
  /** Aborting it ends the exchange at once, whatever state it is in. */
  signal: CancelSignal;
  connectMs: number;
  /** The most connections to this address that may be in use at a time; beyond it the call is `overloaded`. */
  maxConnections?: number;
  /** Whether a stream of events is to come: many of them share a connection where the upstream speaks HTTP/2. */
  isStreamed?: boolean;
  /** Called each time the upstream has taken a chunk of a form: it may be slow to take it all, and is not silent. */
  onProgress?: () => void;
}

/** Carries one request to an upstream. The network is one implementation; an upstream inside this process another. */
export type Transport = (request: OutboundRequest, call: TransportCall) => Promise<UpstreamResponse>;

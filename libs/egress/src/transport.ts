import { type CancelSignal, type Form } from '#canonical';

export interface OutboundRequest {
  /** Default: `POST`. Only `POST` and `PUT` send the body. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  /** Bytes are sent as they are. A form is sent as `multipart/form-data`; the content type of the headers is ignored. */
  body: Uint8Array | Form;
}

export interface UpstreamResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: UpstreamBody;
}

/**
 * Receives the chunks of one socket read. While a promise is pending, the upstream is paused. An error ends the
 * response.
 */
export type ConsumeRead = (bytes: Buffer) => void | Promise<void>;

/** Read chunk by chunk, or at once or read by read if these methods exist. */
export interface UpstreamBody extends AsyncIterable<Uint8Array> {
  readWhole?(maxBytes: number): Promise<Buffer>;
  /** Resolves at the end of the response. Chunks of one socket read are passed together. */
  readEach?(consume: ConsumeRead): Promise<void>;
}

export interface TransportCall {
  /** Aborting it ends the request at once. */
  signal: CancelSignal;
  connectMs: number;
  /** The limit of connections in use to this address. Above it, the request fails with `overloaded`. */
  maxConnections?: number;
  /** Whether the response is an event stream. Streams share connections if the upstream supports HTTP/2. */
  isStreamed?: boolean;
  /** Called for each chunk of a form that the upstream has accepted. A slow upstream has not timed out. */
  onProgress?: () => void;
}

/** Sends one request to an upstream. Implemented by the network and by upstreams within this process. */
export type Transport = (request: OutboundRequest, call: TransportCall) => Promise<UpstreamResponse>;

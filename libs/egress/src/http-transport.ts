import { GatewayError } from '#canonical';
import { type ConnectionOptions } from 'node:tls';
import { Pool } from 'undici';
import { encodeBody } from './encode-body.js';
import { HttpExchange } from './http-exchange.js';
import { Http2Sessions } from './http2-sessions.js';
import { type Transport } from './transport.js';

/** Enough that a busy installation never meets it, and little enough that its file descriptors are not all used up. */
const USUAL_MAX_CONNECTIONS = 10_000;
const KEEP_ALIVE_MS = 4_000;
const MAX_RESPONSE_HEADER_BYTES = 64 * 1024;

/** The connections to one address. */
export interface AddressUse {
  /** Scheme, host and port. */
  address: string;
  /** How many carry a request or its answer now. */
  inUse: number;
  /** How many may, by the channel that was asked last. */
  limit: number;
}

interface Address extends AddressUse {
  /** One for each time that a connection may take to come about. */
  pools: Map<number, Pool>;
  /** Only over TLS is HTTP/2 offered. */
  http2: Http2Sessions | undefined;
}

interface HttpTransportOptions {
  /** Whether streams may share connections over HTTP/2; they may where it is not said. */
  usesHttp2?: boolean;
  /** How connections over TLS are made, where that is not as usual. */
  tls?: ConnectionOptions;
}

/**
 * The network: connections are shared by all requests to one address. Redirects are never followed. Nobody waits here
 * for a connection to become free: where too many are in use, the call is refused, and whoever made it may go elsewhere.
 */
export class HttpTransport {
  private readonly addresses = new Map<string, Address>();

  constructor(private readonly options: HttpTransportOptions = {}) {}

  /** Learns of every request that found too many connections in use. */
  onRefused: (address: string) => void = () => undefined;

  readonly send: Transport = async (request, call) => {
    const { signal, connectMs, maxConnections, isStreamed, onProgress } = call;
    signal.throwIfAborted();
    const { method = 'POST' } = request;
    const address = this.addressAt(request.url.origin);
    address.limit = maxConnections ?? USUAL_MAX_CONNECTIONS;
    if (address.inUse >= address.limit) throw this.refuse(address);
    address.inUse += 1;
    const exchange = new HttpExchange(signal, () => (address.inUse -= 1));
    const path = request.url.pathname + request.url.search;
    const { headers, body } =
      method === 'POST' || method === 'PUT' ? encodeBody(request, onProgress) : { headers: request.headers };
    if (isStreamed === true && body instanceof Uint8Array) {
      const http2 = this.http2At(address, connectMs);
      if (http2?.dispatch({ path, headers, body }, exchange) === true) return exchange.response;
    }
    poolAt(address, connectMs, this.options.tls).dispatch(
      { method, path, headers, body, ...NO_HIDDEN_TIMEOUTS },
      exchange,
    );
    return exchange.response;
  };

  /** Every address that was ever called, and how its connections are used. */
  get uses(): readonly Readonly<AddressUse>[] {
    return [...this.addresses.values()];
  }

  async close(): Promise<void> {
    for (const { http2 } of this.addresses.values()) http2?.close();
    const pools = [...this.addresses.values()].flatMap((address) => [...address.pools.values()]);
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private refuse({ address }: Address): GatewayError {
    this.onRefused(address);
    return new GatewayError(
      'overloaded',
      'Too many requests to this model are under way. Try again in a moment.',
    );
  }

  private http2At(address: Address, connectMs: number): Http2Sessions | undefined {
    const { usesHttp2 = true, tls = {} } = this.options;
    if (!usesHttp2 || !address.address.startsWith('https:')) return undefined;
    address.http2 ??= new Http2Sessions(address.address, connectMs, tls);
    return address.http2;
  }

  private addressAt(origin: string): Address {
    let address = this.addresses.get(origin);
    if (address === undefined) {
      address = {
        address: origin,
        inUse: 0,
        limit: USUAL_MAX_CONNECTIONS,
        pools: new Map(),
        http2: undefined,
      };
      this.addresses.set(origin, address);
    }
    return address;
  }
}

/** Timeouts are kept by `sendWithDeadlines`; undici's own, of 300 s each, must not cut a slow model short. */
const NO_HIDDEN_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 };

function poolAt({ address, pools }: Address, connectMs: number, tls?: ConnectionOptions): Pool {
  let pool = pools.get(connectMs);
  if (pool === undefined) {
    pool = new Pool(address, {
      // As many as there are requests: those are counted above, where a full address can still be told apart.
      connections: null,
      connect: { timeout: connectMs, ...tls },
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
      ...NO_HIDDEN_TIMEOUTS,
    });
    pools.set(connectMs, pool);
  }
  return pool;
}

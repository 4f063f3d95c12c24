import { GatewayError } from '#canonical';
import { type ConnectionOptions } from 'node:tls';
import { Pool } from 'undici';
import { encodeBody } from './encode-body.js';
import { HttpExchange } from './http-exchange.js';
import { Http2Sessions } from './http2-sessions.js';
import { type Transport } from './transport.js';

/** High enough for busy installations, but low enough to leave file descriptors. */
const DEFAULT_MAX_CONNECTIONS = 10_000;
const KEEP_ALIVE_MS = 4_000;
const MAX_RESPONSE_HEADER_BYTES = 64 * 1024;

/** The connections to one address. */
export interface ConnectionUse {
  /** Scheme, host and port. */
  address: string;
  /** How many are in use. */
  inUse: number;
  /** The limit of the channel that was called last. */
  limit: number;
}

interface Address extends ConnectionUse {
  /** One pool for each connect timeout. */
  pools: Map<number, Pool>;
  /** HTTP/2 is only used with TLS. */
  http2: Http2Sessions | undefined;
}

interface HttpTransportOptions {
  /** Whether streams may share connections with HTTP/2. Default: true. */
  usesHttp2?: boolean;
  /** Additional TLS options. */
  tls?: ConnectionOptions;
}

/**
 * Sends requests over the network. All requests to an address share its connections. Redirects are not followed. There
 * is no queue for connections: above the limit, a request fails at once, so that the caller can use another channel.
 */
export class HttpTransport {
  private readonly addresses = new Map<string, Address>();

  constructor(private readonly options: HttpTransportOptions = {}) {}

  /** Called for each request above the limit. */
  onRefused: (address: string) => void = () => undefined;

  readonly send: Transport = async (request, call) => {
    const { signal, connectMs, maxConnections, isStreamed, onProgress } = call;
    signal.throwIfAborted();
    const { method = 'POST' } = request;
    const address = this.getAddress(request.url.origin);
    address.limit = maxConnections ?? DEFAULT_MAX_CONNECTIONS;
    if (address.inUse >= address.limit) throw this.refuse(address);
    address.inUse += 1;
    const exchange = new HttpExchange(signal, () => (address.inUse -= 1));
    const path = request.url.pathname + request.url.search;
    const { headers, body } =
      method === 'POST' || method === 'PUT' ? encodeBody(request, onProgress) : { headers: request.headers };
    if (isStreamed === true && body instanceof Uint8Array) {
      const http2 = this.getHttp2Sessions(address, connectMs);
      if (http2?.dispatch({ path, headers, body }, exchange) === true) return exchange.response;
    }
    getPool(address, connectMs, this.options.tls).dispatch(
      { method, path, headers, body, ...NO_UNDICI_TIMEOUTS },
      exchange,
    );
    return exchange.response;
  };

  /** The connections of every address that was called. */
  get uses(): readonly Readonly<ConnectionUse>[] {
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
      'Too many requests to this model are in progress. Try again in a moment.',
    );
  }

  private getHttp2Sessions(address: Address, connectMs: number): Http2Sessions | undefined {
    const { usesHttp2 = true, tls = {} } = this.options;
    if (!usesHttp2 || !address.address.startsWith('https:')) return undefined;
    address.http2 ??= new Http2Sessions(address.address, connectMs, tls);
    return address.http2;
  }

  private getAddress(origin: string): Address {
    let address = this.addresses.get(origin);
    if (address === undefined) {
      address = {
        address: origin,
        inUse: 0,
        limit: DEFAULT_MAX_CONNECTIONS,
        pools: new Map(),
        http2: undefined,
      };
      this.addresses.set(origin, address);
    }
    return address;
  }
}

/** `sendWithDeadlines` applies the timeouts. The defaults of undici, 300 s each, would abort slow models. */
const NO_UNDICI_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 };

function getPool({ address, pools }: Address, connectMs: number, tls?: ConnectionOptions): Pool {
  let pool = pools.get(connectMs);
  if (pool === undefined) {
    pool = new Pool(address, {
      // Unlimited here: the limit is checked in `send`, which can report it.
      connections: null,
      connect: { timeout: connectMs, ...tls },
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
      ...NO_UNDICI_TIMEOUTS,
    });
    pools.set(connectMs, pool);
  }
  return pool;
}

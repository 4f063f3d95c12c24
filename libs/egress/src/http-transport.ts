import { Pool } from 'undici';
import { encodeBody } from './encode-body.js';
import { type Transport } from './transport.js';

const CONNECTIONS_PER_ORIGIN = 1024;
const KEEP_ALIVE_MS = 4_000;
const MAX_RESPONSE_HEADER_BYTES = 64 * 1024;

/** The network: one pool of connections for each upstream origin. Redirects are never followed. */
export class HttpTransport {
  private readonly pools = new Map<string, Pool>();

  readonly send: Transport = async (request, { signal, connectMs, onProgress }) => {
    const { method = 'POST' } = request;
    const { statusCode, headers, body } = await this.poolFor(request.url.origin, connectMs).request({
      method,
      path: request.url.pathname + request.url.search,
      ...(method === 'POST' ? encodeBody(request, onProgress) : { headers: request.headers }),
      signal,
      // Deadlines are kept by `sendWithDeadlines`; these hidden ones must not cut a slow model short.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return { status: statusCode, headers, body };
  };

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
  }

  private poolFor(origin: string, connectMs: number): Pool {
    const key = `${origin} ${connectMs}`;
    let pool = this.pools.get(key);
    if (pool === undefined) {
      pool = new Pool(origin, {
        connections: CONNECTIONS_PER_ORIGIN,
        connect: { timeout: connectMs },
        keepAliveTimeout: KEEP_ALIVE_MS,
        maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
      });
      this.pools.set(key, pool);
    }
    return pool;
  }
}

import { Readable } from 'node:stream';
import { type TokenHttp, sendBounded } from '../request-token.js';

/** A request of the AWS library. */
interface SdkRequest {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Readonly<Record<string, string | string[] | null>>;
  headers: Record<string, string>;
  body?: unknown;
}

interface SdkResponse {
  response: { statusCode: number; headers: Record<string, string>; body: Readable };
}

/** Sends the requests of the AWS library to the Security Token Service over our own connections, with our limits. */
export function createRequestHandler(http: TokenHttp, signal: AbortSignal) {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    destroy: (): void => undefined,
    async handle(request: SdkRequest): Promise<SdkResponse> {
      const { host: _host, ...headers } = request.headers;
      const {
        status,
        headers: received,
        bytes,
      } = await sendBounded(
        http,
        {
          method: request.method === 'GET' ? 'GET' : 'POST',
          url: getUrl(request),
          headers,
          body: typeof request.body === 'string' ? Buffer.from(request.body) : toBytes(request.body),
        },
        signal,
      );
      const single = Object.entries(received).map(([name, value]) => [name, String(value)]);
      return {
        response: {
          statusCode: status,
          headers: Object.fromEntries(single) as Record<string, string>,
          body: Readable.from([bytes], { objectMode: false }),
        },
      };
    },
    updateHttpClientConfig: (): void => undefined,
    httpHandlerConfigs: () => ({}),
  };
}

function getUrl({ protocol, hostname, port, path, query = {} }: SdkRequest): URL {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) url.searchParams.append(name, one);
  }
  return url;
}

function toBytes(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

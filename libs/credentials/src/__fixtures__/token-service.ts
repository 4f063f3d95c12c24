import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
  form: URLSearchParams;
}

interface Reply {
  status?: number;
  json?: unknown;
  text?: string;
}

/** A local token service. The test sets its replies; for `undefined` it does not respond. */
export class TokenService {
  readonly requests: ReceivedRequest[] = [];
  respond: (request: ReceivedRequest) => Reply | undefined = () => ({ status: 500 });
  private server: Server | undefined;
  url = '';

  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        const { method = '', headers } = request;
        const url = new URL(request.url ?? '/', this.url);
        const received = { method, url, headers, body, form: new URLSearchParams(body) };
        this.requests.push(received);
        const reply = this.respond(received);
        if (reply === undefined) return;
        const { status = 200, json, text = JSON.stringify(json) } = reply;
        response.writeHead(status, { 'content-type': json === undefined ? 'text/xml' : 'application/json' });
        response.end(text);
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  get last(): ReceivedRequest {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error('no request was received');
    return last;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}

import { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientOptions, WebSocket } from 'ws';

export interface ServerEvent {
  type: string;
  [member: string]: unknown;
}

export interface Refusal {
  status: number;
  headers: IncomingMessage['headers'];
  error: { message: string; type: string; code: string; param: string | null };
}

export interface ConnectOptions {
  token?: string;
  protocols?: string[];
  headers?: Record<string, string>;
}

const TIMEOUT_MS = 10_000;

/** A client that stores all events in order, and can wait for them. */
export class RealtimeClient {
  readonly events: ServerEvent[] = [];
  /** The headers of the upgrade response. */
  headers: IncomingMessage['headers'] = {};
  closed: { code: number; reason: string } | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) =>
      this.events.push(JSON.parse((data as Buffer).toString('utf8')) as ServerEvent),
    );
    socket.once('upgrade', ({ headers }) => {
      this.headers = headers;
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    socket.on('error', () => undefined);
  }

  /** Rejects with the HTTP response if the upgrade is rejected. */
  static async connect(url: string, options: ConnectOptions = {}): Promise<RealtimeClient> {
    const client = new RealtimeClient(openSocket(url, options));
    await new Promise<void>((resolve, reject) => {
      client.socket.once('open', resolve);
      client.socket.once('error', reject);
      client.socket.once('unexpected-response', (_request, response) => {
        void readRefusal(response).then((refusal) => reject(new UpgradeRefusal(refusal)));
      });
    });
    return client;
  }

  get requestId(): string {
    return String(this.headers['x-request-id']);
  }

  send(event: object): void {
    this.socket.send(JSON.stringify(event));
  }

  /** The first event from `from` on that matches. */
  async next(type: string, from = 0): Promise<ServerEvent> {
    return this.until(() => this.events.slice(from).find((event) => event.type === type), type);
  }

  async whenClosed(): Promise<{ code: number; reason: string }> {
    return this.until(() => this.closed, 'the end of the connection');
  }

  async until<Value>(look: () => Value | undefined, what: string): Promise<Value> {
    const giveUpAtMs = performance.now() + TIMEOUT_MS;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (performance.now() > giveUpAtMs) {
        const seen = this.events.map(({ type }) => type).join(', ');
        throw new Error(`waited for ${what}, and have seen: ${seen}`);
      }
      await sleep(5);
    }
  }

  close(code = 1000): void {
    this.socket.close(code);
  }
}

export class UpgradeRefusal extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.status} ${refusal.error.message}`);
  }
}

/** The HTTP response of a rejected upgrade. */
export async function getRefusal(url: string, options: ConnectOptions = {}): Promise<Refusal> {
  try {
    const client = await RealtimeClient.connect(url, options);
    client.close();
  } catch (error) {
    if (error instanceof UpgradeRefusal) return error.refusal;
    throw error;
  }
  throw new Error('the upgrade was not refused');
}

function openSocket(url: string, { token, protocols = [], headers = {} }: ConnectOptions): WebSocket {
  const credential: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const options: ClientOptions = { headers: { ...credential, ...headers }, perMessageDeflate: false };
  return new WebSocket(url.replace(/^http/, 'ws'), protocols, options);
}

async function readRefusal(response: IncomingMessage): Promise<Refusal> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { error } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Pick<Refusal, 'error'>;
  return { status: response.statusCode ?? 0, headers: response.headers, error };
}

import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export type Answer = (response: ServerResponse, call: ReceivedCall) => void;

export const answerWith =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** The server of a customer: records its calls and returns the scripted responses of each path. */
export class WebhookReceiver {
  readonly calls: ReceivedCall[] = [];
  maxAtOnce = 0;
  private openCalls = 0;
  private readonly answers = new Map<string, Answer[]>();
  private readonly server: Server = createServer((request, response) => void this.take(request, response));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return this;
  }

  /** The responses of one path, in order; the last one is repeated. Without a script, a call gets a 200. */
  answer(path: string, ...answers: Answer[]): void {
    this.answers.set(path, answers);
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  callsTo(path: string): ReceivedCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.openCalls += 1;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.openCalls);
    response.once('close', () => (this.openCalls -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '' } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const call = { method, path, headers, body: Buffer.concat(chunks).toString() };
    this.calls.push(call);
    const answers = this.answers.get(path) ?? [];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    (answer ?? answerWith(200))(response, call);
  }
}

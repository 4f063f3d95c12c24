import { type Socket, connect } from 'node:net';
import { TEST_TOKEN, type TestGateway, eventually } from '../harness/index.js';

/** A client that sees every byte on the connection, and can disconnect or stop reading at any time. */
export class RawClient {
  private readonly received: Buffer[] = [];
  private isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes: Buffer) => this.received.push(bytes));
    socket.on('error', () => undefined);
    socket.once('close', () => (this.isClosed = true));
  }

  static post({ origin }: TestGateway, request: object | string): RawClient {
    const { hostname, port } = new URL(origin);
    const body = typeof request === 'string' ? request : JSON.stringify(request);
    const client = new RawClient(connect(Number(port), hostname));
    client.socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${TEST_TOKEN}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return client;
  }

  get receivedBytes(): number {
    return this.received.reduce((total, { length }) => total + length, 0);
  }

  /** Everything received so far, including status line, headers and chunk sizes. */
  get text(): string {
    return Buffer.concat(this.received).toString('utf8');
  }

  get head(): string {
    return this.text.split('\r\n\r\n', 1)[0] ?? '';
  }

  get requestId(): string {
    return /^x-request-id: (.*)$/im.exec(this.head)?.[1]?.trim() ?? '';
  }

  /** The body without chunk framing, and whether the last chunk has arrived. */
  get body(): { text: string; isWhole: boolean } {
    const bytes = Buffer.concat(this.received);
    const content: Buffer[] = [];
    let position = bytes.indexOf('\r\n\r\n') + 4;
    for (;;) {
      const sizeEnd = bytes.indexOf('\r\n', position);
      const size =
        sizeEnd === -1 ? Number.NaN : Number.parseInt(bytes.toString('latin1', position, sizeEnd), 16);
      if (size === 0 || Number.isNaN(size)) {
        return { text: Buffer.concat(content).toString('utf8'), isWhole: size === 0 };
      }
      content.push(bytes.subarray(sizeEnd + 2, sizeEnd + 2 + size));
      position = sizeEnd + 2 + size + 2;
    }
  }

  async waitFor(text: string): Promise<void> {
    await eventually(() => this.text.includes(text) || undefined);
  }

  /** Waits until the server ends the body or the connection. */
  async ended(): Promise<void> {
    await eventually(() => this.isClosed || this.body.isWhole || undefined);
  }

  async closed(): Promise<void> {
    await eventually(() => this.isClosed || undefined);
  }

  /** Destroys the connection; returns when. */
  leave(): number {
    const leftAt = performance.now();
    this.socket.destroy();
    return leftAt;
  }
}

/** The data of each event in a body. */
export function toEvents(body: string): string[] {
  return body
    .split('\n\n')
    .flatMap((block) => (block.startsWith('data: ') ? [block.slice('data: '.length)] : []));
}

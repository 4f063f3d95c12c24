import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { type ClientBounds, FrameSocket, type FrameSocketOptions } from '../frame-socket.js';

/** Called in the tick in which the connection opens. */
type CreateBounds = (webSocket: WebSocket, socket: Socket) => ClientBounds;

const HANDSHAKE =
  'GET / HTTP/1.1\r\nHost: loopback\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** A server whose connections are FrameSockets, and clients of it. */
export class Loopback {
  private readonly http = createServer();
  private readonly server = new WebSocketServer({ server: this.http, maxPayload: MAX_PAYLOAD_BYTES });
  private readonly clients: { destroy(): void }[] = [];

  static async start(): Promise<Loopback> {
    const loopback = new Loopback();
    loopback.http.listen(0, '127.0.0.1');
    await once(loopback.http, 'listening');
    return loopback;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  async connect(
    options?: Partial<FrameSocketOptions>,
    clientOptions: { autoPong?: boolean } = {},
    createBounds?: CreateBounds,
  ): Promise<{ socket: FrameSocket; client: WebSocket }> {
    const accepted = this.accept(options, createBounds);
    const client = new WebSocket(`ws://127.0.0.1:${this.port}`, { perMessageDeflate: false, ...clientOptions });
    this.clients.push({ destroy: () => client.terminate() });
    const [socket] = await Promise.all([accepted, once(client, 'open')]);
    return { socket, client };
  }

  /** A client that sends raw bytes. */
  async connectRaw(
    options?: Partial<FrameSocketOptions>,
    firstBytes: Buffer = Buffer.alloc(0),
    createBounds?: CreateBounds,
  ): Promise<{ socket: FrameSocket; client: Socket }> {
    const accepted = this.accept(options, createBounds);
    const client = connect(this.port, '127.0.0.1');
    this.clients.push(client);
    client.on('error', () => undefined);
    client.write(Buffer.concat([Buffer.from(HANDSHAKE), firstBytes]));
    return { socket: await accepted, client };
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.destroy();
    for (const client of this.server.clients) client.terminate();
    this.server.close();
    this.http.close();
    await once(this.http, 'close');
  }

  accept(options?: Partial<FrameSocketOptions>, createBounds?: CreateBounds): Promise<FrameSocket> {
    return new Promise((resolve) => {
      this.server.once('connection', (socket, request) => {
        resolve(new FrameSocket(socket, options, createBounds?.(socket, request.socket)));
      });
    });
  }
}

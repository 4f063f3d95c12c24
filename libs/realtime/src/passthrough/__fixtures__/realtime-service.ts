import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { eventually } from '../../../../../test/eventually/index.js';
import { type Frame } from '../../sockets/frame.js';

export interface ReceivedEvent {
  type: string;
  [member: string]: unknown;
}

/** The service's side of one session. */
export class ServiceSession {
  readonly frames: Frame[] = [];
  closeCode: number | undefined;

  constructor(
    readonly socket: WebSocket,
    readonly request: IncomingMessage,
  ) {
    socket.on('message', (data, isBinary) => this.frames.push({ data: data as Buffer, isBinary }));
    socket.on('close', (code) => {
      this.closeCode = code;
    });
  }

  get events(): ReceivedEvent[] {
    return this.frames.map(({ data }) => JSON.parse(data.toString()) as ReceivedEvent);
  }

  findByType(type: string): ReceivedEvent[] {
    return this.events.filter((event) => event.type === type);
  }

  send(...events: object[]): void {
    for (const event of events) this.socket.send(JSON.stringify(event));
  }
}

type ConnectionHandler = (session: ServiceSession) => void | Promise<void>;

/** A service with a realtime API that the test controls. By default, it creates every session. */
export class RealtimeService {
  readonly sessions: ServiceSession[] = [];
  refusal: { status: number; body: object } | undefined;
  /** Which requests get the refusal. Default: all. */
  isRefused: (request: IncomingMessage) => boolean = () => true;
  onConnection: ConnectionHandler = (session) => session.send({ type: 'session.created', event_id: 'e0', session: { model: 'up-m' } });
  private readonly server: Server = createServer();
  private readonly sockets = new WebSocketServer({ noServer: true });

  async start(): Promise<void> {
    this.server.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async session(index = 0): Promise<ServiceSession> {
    await eventually(() => this.sessions.length > index);
    return this.sessions[index] as ServiceSession;
  }

  async stop(): Promise<void> {
    for (const { socket } of this.sessions) socket.terminate();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.refusal !== undefined && this.isRefused(request)) {
      const body = JSON.stringify(this.refusal.body);
      socket.end(`HTTP/1.1 ${this.refusal.status} No\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`);
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (opened) => {
      const session = new ServiceSession(opened, request);
      this.sessions.push(session);
      void this.onConnection(session);
    });
  }
}

import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** Only the connections of the queue name this schema in their startup message to Postgres. */
const QUEUE_SCHEMA = 'bullmq';

/** A proxy in front of a Postgres server that can cut the connections of the queue only, or all of them. */
export class CuttingProxy {
  /** Whether connections of the queue are cut as soon as they are identified. */
  isCutting = false;
  /** The number of cut connections. */
  cuts = 0;
  private isDown = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (client) => this.pass(client));
  }

  static async start(databaseUrl: string): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server, new URL(databaseUrl));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** As if the server were down. */
  takeDown(): void {
    this.isDown = true;
    for (const socket of this.sockets) socket.destroy();
  }

  restore(): void {
    this.isDown = false;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(client: Socket): void {
    this.keep(client);
    if (this.isDown) return void client.destroy();
    client.once('data', (introduction) => {
      if (this.isCutting && introduction.includes(QUEUE_SCHEMA)) {
        this.cuts += 1;
        client.destroy();
        return;
      }
      const server = connect(Number(this.target.port), this.target.hostname);
      this.keep(server);
      server.write(introduction);
      client.pipe(server).pipe(client);
      client.once('close', () => server.destroy());
      server.once('close', () => client.destroy());
    });
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
  }
}

import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface SmallServer {
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves requests on a free port of this machine. */
export async function startServer(answer: RequestListener): Promise<SmallServer> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A port with no listener. */
export async function findFreePort(): Promise<number> {
  const server = await startServer((_, response) => response.end());
  await server.close();
  return server.port;
}

import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface StepwiseUpstream {
  url: string;
  /** The response to the next request, whose headers are sent; the test writes its body. */
  nextStream(): Promise<ServerResponse>;
  /** The number of connections so far. */
  connectionCount(): number;
  close(): Promise<void>;
}

/** An upstream whose bytes are sent by the test itself, one by one. */
export async function startStepwiseUpstream(): Promise<StepwiseUpstream> {
  const server = createServer({ keepAliveTimeout: 600_000 });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    nextStream: async () => {
      const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      return response;
    },
    connectionCount: () => connections,
    close: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { createServer } from 'node:tls';
import { makeSelfSigned } from './self-signed-certificate.js';

export interface TlsFront {
  /** The base URL for a client library. */
  baseUrl: string;
  /** The certificate that a client has to trust. */
  certificate: string;
  /** Sets where connections are forwarded from now on. */
  forwardTo(origin: string): void;
  close(): Promise<void>;
}

/** Terminates TLS, like a proxy in front of a gateway: official realtime clients require it. */
export async function startTlsFront(origin: string): Promise<TlsFront> {
  const { certificate, key } = makeSelfSigned();
  const sockets = new Set<Socket>();
  let port = Number(new URL(origin).port);
  const server = createServer({ cert: certificate, key, minVersion: 'TLSv1.3' }, (outside) => {
    const inside = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.once('close', () => {
        sockets.delete(from);
        to.destroySoon();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    certificate,
    forwardTo: (next) => {
      port = Number(new URL(next).port);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

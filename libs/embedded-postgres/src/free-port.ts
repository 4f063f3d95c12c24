import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A free port of the loopback interface; the preferred one if it is free. */
export async function findFreePort(preferredPort = 0): Promise<number> {
  try {
    return await probePort(preferredPort);
  } catch {
    return probePort(0);
  }
}

async function probePort(wanted: number): Promise<number> {
  const server = createServer();
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

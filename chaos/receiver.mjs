import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const REFUSED_SHARE = 0.06;
const RESET_SHARE = 0.04;

/** Receives and records webhooks. The first delivery of some events fails, the second never does. */
export async function startReceiver(random, secret) {
  const received = [];
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function take(request, response) {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const id = request.headers['webhook-id'];
    const isFirst = !received.some((call) => call.id === id);
    const { type: event, data } = JSON.parse(body);
    received.push({ id, event, subject: data.id, body, isSigned: isSigned(secret, body, request.headers) });
    const share = isFirst ? random.next() : 1;
    if (share < RESET_SHARE) response.destroy();
    else response.writeHead(share < RESET_SHARE + REFUSED_SHARE ? 500 : 204).end();
  }

  return {
    url: `http://127.0.0.1:${server.address().port}/webhooks`,
    received,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isSigned(secret, body, headers) {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

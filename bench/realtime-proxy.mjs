import { WebSocket, WebSocketServer } from 'ws';

const [upstreamPort] = process.argv.slice(2);
const OPTIONS = { perMessageDeflate: false };

/** A minimal proxy that forwards messages without parsing or buffering. */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...OPTIONS });
server.on('connection', (client) => {
  const upstream = new WebSocket(`ws://127.0.0.1:${upstreamPort}/v1/realtime`, OPTIONS);
  pass(client, upstream);
  pass(upstream, client);
});
server.on('listening', () => process.send({ port: server.address().port }));

/** The upstream sends the first message, so the client sends nothing before it is open. */
function pass(from, to) {
  from.on('message', (data, isBinary) => to.send(data, { binary: isBinary }));
  from.on('close', () => to.close());
  from.on('error', () => to.terminate());
}

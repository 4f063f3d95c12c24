/**
 * The least that a proxy in Node can do: take a request, read its body, know its model, send it on, and pass the answer
 * back. What the gateway costs is told as a multiple of this.
 */
import { createServer } from 'node:http';
import { request } from 'undici';

const upstream = `http://127.0.0.1:${process.argv[2]}`;

const server = createServer(async (incoming, outgoing) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (incoming.headers.authorization === undefined || typeof JSON.parse(body).model !== 'string') {
    outgoing.writeHead(401).end();
    return;
  }
  const answer = await request(upstream + incoming.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
    body,
  });
  outgoing.writeHead(answer.statusCode, { 'content-type': answer.headers['content-type'] });
  for await (const chunk of answer.body) outgoing.write(chunk);
  outgoing.end();
});

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { startServer } from '../../small-server/index.js';

export interface ListingUpstream {
  /** The base URL of a channel. */
  url: string;
  close(): Promise<void>;
}

/** The fake upstream behind a service that lists its models for every request with the right key. */
export async function startListingUpstream(models: readonly string[]): Promise<ListingUpstream> {
  const upstream = await startFakeUpstream();
  const list = JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
  const server = await startServer((request, response) => {
    const isList = request.method === 'GET' && request.url === '/v1/models';
    if (!isList) return void pass(upstream, request, response);
    const isKnown = request.headers.authorization === 'Bearer sk-upstream-1';
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(isKnown ? list : JSON.stringify({ error: { message: 'Incorrect API key provided.' } }));
  });
  return {
    url: `${server.origin}/v1`,
    close: async () => {
      await server.close();
      await upstream.close();
    },
  };
}

async function pass(
  { origin }: FakeUpstream,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = '', headers } = request;
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  const { authorization = '', 'content-type': type = 'application/json' } = headers;
  const answer = await fetch(`${origin}${url}`, {
    method,
    headers: { authorization, 'content-type': type },
    body,
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

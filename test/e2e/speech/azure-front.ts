import { type IncomingMessage, type ServerResponse, request } from 'node:http';
import { startServer } from '../../small-server/index.js';

export interface AzureFront {
  origin: string;
  /** The path and query of each request. */
  paths: string[];
  close(): Promise<void>;
}

/**
 * Azure's paths in front of an upstream that has only OpenAI's: the deployment is in the path, and the key in a
 * separate header.
 */
export async function startAzureFront({ origin }: { origin: string }): Promise<AzureFront> {
  const paths: string[] = [];
  const server = await startServer((incoming, outgoing) => {
    paths.push(incoming.url ?? '');
    passOn(incoming, outgoing, origin);
  });
  return {
    origin: server.origin,
    paths,
    close: async () => {
      await server.close();
    },
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): void {
  const url = new URL(incoming.url ?? '', origin);
  url.pathname = url.pathname.replace(/^\/openai\/deployments\/[^/]+\//, '/v1/');
  const { 'api-key': apiKey, host: _host, ...headers } = incoming.headers;
  const onward = request(url, {
    method: incoming.method,
    headers: { ...headers, authorization: `Bearer ${String(apiKey)}` },
  });
  onward.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

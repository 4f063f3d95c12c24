import { type IncomingHttpHeaders } from 'node:http';
import { getImage } from '../../fake-upstream/index.js';
import { startServer } from '../../small-server/index.js';

export interface AzureRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface AzureUpstream {
  origin: string;
  received: AzureRequest[];
  close(): Promise<void>;
}

/**
 * One deployment at Azure: the path contains the model, the key is in a separate header, and the response contains
 * bytes.
 */
export async function startAzureUpstream(): Promise<AzureUpstream> {
  const received: AzureRequest[] = [];
  const server = await startServer((request, response) => {
    void (async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const body = Buffer.concat(chunks).toString();
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const { prompt, response_format: refused } = JSON.parse(body) as Record<string, string | undefined>;
      const isRefused = refused !== undefined || request.headers['api-key'] !== 'sk-upstream-1';
      response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
      const b64_json = getImage({ prompt: prompt ?? '' }).toString('base64');
      response.end(
        JSON.stringify(isRefused ? { error: { message: 'no' } } : { created: 1, data: [{ b64_json }] }),
      );
    })();
  });
  return {
    origin: server.origin,
    received,
    close: async () => {
      await server.close();
    },
  };
}

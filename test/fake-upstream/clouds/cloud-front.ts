import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SseDecoder, type SseEvent } from '#sse';
import { request } from 'undici';
import { startServer } from '../../small-server/index.js';

export type Json = Record<string, unknown>;

/** A request to a cloud. */
export interface CloudRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  body: Json;
}

/** What a cloud does with a request: it rejects it, responds itself, or forwards it to the vendor's service. */
export type CloudOutcome =
  | { kind: 'answer'; status: number; body: Json; headers?: Record<string, string> }
  | { kind: 'pass'; path: string; headers: Record<string, string>; body: Json; retold?: ConvertedResponse };

/** How a cloud returns the response of the vendor's service. */
export interface ConvertedResponse {
  whole(body: Json): Json;
  failure(status: number, body: Json): { status: number; body: Json; headers: Record<string, string> };
  /** The content type of its streams, and the bytes for one event of the vendor. */
  streamType: string;
  event(event: SseEvent): Uint8Array;
}

export type Cloud = (request: CloudRequest) => CloudOutcome | Promise<CloudOutcome>;

export interface CloudFront {
  origin: string;
  received: CloudRequest[];
  close(): Promise<void>;
}

/** A cloud in front of the vendors' services: it is as strict as they are, and has its own rules. */
export async function startCloudFront(cloud: Cloud, services: { origin: string }): Promise<CloudFront> {
  const received: CloudRequest[] = [];
  const server = await startServer((message, response) => {
    serve(message, response).catch(() => response.destroy());
  });

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const came = await read(message);
    received.push(came);
    const outcome = await cloud(came);
    if (outcome.kind === 'pass') return pass(outcome, response);
    response.writeHead(outcome.status, { 'content-type': 'application/json', ...outcome.headers });
    response.end(JSON.stringify(outcome.body));
  }

  async function pass(
    outcome: Extract<CloudOutcome, { kind: 'pass' }>,
    response: ServerResponse,
  ): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await request(`${services.origin}${outcome.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...outcome.headers },
      body: JSON.stringify(outcome.body),
      signal: gone.signal,
    });
    if (outcome.retold !== undefined) return retell(answer, outcome.retold, response);
    for (const name of ['content-type', 'retry-after']) {
      const value = answer.headers[name];
      if (value !== undefined) response.setHeader(name, value);
    }
    response.writeHead(answer.statusCode);
    await pipeline(answer.body, response);
  }

  return {
    origin: server.origin,
    received,
    async close() {
      await server.close();
    },
  };
}

type Answer = Awaited<ReturnType<typeof request>>;

async function retell(
  { statusCode, headers, body }: Answer,
  retold: ConvertedResponse,
  response: ServerResponse,
) {
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    response.writeHead(statusCode, { 'content-type': retold.streamType });
    return pipeline(body, retellEvents(retold), response);
  }
  const said = (await body.json()) as Json;
  const told =
    statusCode === 200
      ? { status: 200, body: retold.whole(said), headers: {} }
      : retold.failure(statusCode, said);
  const retryAfter = headers['retry-after'];
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  response.writeHead(told.status, { 'content-type': 'application/json', ...told.headers });
  response.end(JSON.stringify(told.body));
}

function retellEvents(retold: ConvertedResponse): Transform {
  const decoder = new SseDecoder();
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const events = decoder.push(chunk).flatMap(({ event }) => (event ? [retold.event(event)] : []));
      done(null, Buffer.concat(events));
    },
  });
}

async function read(message: IncomingMessage): Promise<CloudRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  const { method = '', url: path = '', headers } = message;
  return { method, path, headers, raw, body: raw.length === 0 ? {} : (JSON.parse(raw.toString()) as Json) };
}

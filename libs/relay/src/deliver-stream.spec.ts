import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { WIRE_FORMATS } from '#wire';
import { ReceivedOutput } from './billing/received-output.js';
import { type ClientSide, type ClientStream } from './client-side.js';
import { deliverStream } from './deliver-stream.js';
import { TappedStream } from './chat/passthrough-request.js';

const format = WIRE_FORMATS['openai-chat'];
const CHUNK = 'data: {"choices":[{"index":0,"delta":{"content":"word"},"finish_reason":null}]}\n\n';
const DONE = 'data: [DONE]\n\n';
const NEVER_MS = 600_000;

/** Records what was sent, in order. */
class Client implements ClientSide {
  readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  readonly seen: string[] = [];
  isDisconnected = false;

  sendWhole(): void {
    throw new Error('a stream is not sent whole');
  }

  openStream(): ClientStream {
    if (this.isDisconnected) throw new GatewayError('client-gone', 'Gone.');
    this.seen.push('<open>');
    return {
      write: async (bytes) => void this.seen.push(Buffer.from(bytes).toString()),
      end: () => void this.seen.push('<end>'),
      abort: (finalEvent) => void this.seen.push(`<broken> ${finalEvent}`),
    };
  }
}

interface Delivery {
  client: Client;
  body: AsyncIterable<Uint8Array>;
  keepAliveMs?: number;
  responseStream?: TappedStream;
}

function createResponseStream(): TappedStream {
  const request = format.readRequest(
    Buffer.from('{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}'),
  );
  return new TappedStream(request.createStreamTap([]), format, 'req_1');
}

function deliver({
  client,
  body,
  keepAliveMs = NEVER_MS,
  responseStream = createResponseStream(),
}: Delivery): Promise<void> {
  return deliverStream({
    response: { status: 200, headers: {}, body },
    responseStream,
    format,
    client,
    headers: {},
    keepAliveMs,
    received: new ReceivedOutput(),
    onComplete: () => void client.seen.push('<whole>'),
  });
}

async function* getBody(
  chunks: readonly (string | number | Error)[],
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    if (typeof chunk === 'string') yield Buffer.from(chunk);
    else await sleep(chunk, undefined, { signal });
  }
}

describe('deliverStream', () => {
  it('holds comments back until the first event, and sends the events of a read with one write', async () => {
    const client = new Client();
    await deliver({ client, body: getBody([': a\n\n', `: b\n\n${CHUNK}`, CHUNK + DONE]) });
    expect(client.seen).toEqual(['<open>', `: a\n\n: b\n\n${CHUNK}`, CHUNK + DONE, '<whole>', '<end>']);
  });

  it('sends nothing if the first event is invalid', async () => {
    const client = new Client();
    await expect(deliver({ client, body: getBody([': a\n\n', 'data: nonsense\n\n']) })).rejects.toMatchObject(
      {
        kind: 'upstream-bad-response',
      },
    );
    expect(client.seen).toEqual([]);
  });

  it('delivers the events before one that is too large', async () => {
    const client = new Client();
    const body = getBody([`${CHUNK}data: ${'x'.repeat(2 ** 20)}`]);
    await expect(deliver({ client, body })).rejects.toMatchObject({ kind: 'upstream-bad-response' });
    expect(client.seen.slice(0, 2)).toEqual(['<open>', CHUNK]);
    expect(client.seen[2]).toMatch(/^<broken> data: \{"error".*upstream_stream_error/);
  });

  it('sends an error event if the gateway shuts down', async () => {
    const client = new Client();
    const body = getBody([CHUNK, new GatewayError('shutting-down', 'The gateway is shutting down.')]);
    await expect(deliver({ client, body })).rejects.toMatchObject({ kind: 'shutting-down' });
    expect(client.seen.at(-1)).toMatch(/^<broken> data: .*"code":"server_shutting_down"/);
  });

  it('does not wait for the end of the connection after the last event', async () => {
    const client = new Client();
    const connection = new AbortController();
    await deliver({ client, body: getBody([CHUNK, DONE, NEVER_MS], connection.signal) });
    expect(client.seen.at(-1)).toBe('<end>');
    connection.abort();
  });

  it('writes keep-alives while the upstream sends only comments, which are held back', async () => {
    const client = new Client();
    const comments = Array.from({ length: 20 }, () => [10, ': wait\n\n']).flat();
    await deliver({ client, body: getBody([...comments, CHUNK, DONE]), keepAliveMs: 80 });
    expect(client.seen.slice(0, 2)).toEqual(['<open>', format.keepAlive]);
  });

  it('sends nothing, and does not throw from its timer, if the client disconnects before the first event', async () => {
    const client = new Client();
    client.isDisconnected = true;
    client.abort.abort(new GatewayError('client-gone', 'Gone.'));
    const body = getBody([30, new GatewayError('client-gone', 'Gone.')]);
    await expect(deliver({ client, body, keepAliveMs: 5 })).rejects.toMatchObject({ kind: 'client-gone' });
    expect(client.seen).toEqual([]);
  });
});

const chunk = (delta: object, finish_reason: string | null = null): object => ({
  choices: [{ index: 0, delta, finish_reason }],
  usage: null,
});

describe('plain events', () => {
  const stringify = {
    compact: (value: object) => JSON.stringify(value),
    spaced: (value: object) => JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "'),
    odd: (value: object) => JSON.stringify(value).replaceAll('":', '"  : '),
  };
  const words = Array.from({ length: 40 }, (_, index) => chunk({ content: `word ${index} "usage" [ende]` }));
  const events = [chunk({ role: 'assistant', content: '' }), ...words, chunk({}, 'stop')];
  const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 41, total_tokens: 44 } };

  it.each(
    Object.keys(stringify).flatMap((style) =>
      [1, 97, 1_000, 100_000].map((bytes) => [style, bytes] as const),
    ),
  )('are forwarded unchanged, written %s, in reads of %i bytes', async (style, bytes) => {
    const write = (value: object): string => `data: ${stringify[style as keyof typeof stringify](value)}\n\n`;
    const text = events.map(write).join('');
    const sent = Buffer.from(text + write(usage) + DONE);
    const reads = Array.from({ length: Math.ceil(sent.length / bytes) }, (_, index) =>
      sent.toString('utf8', index * bytes, (index + 1) * bytes),
    );
    const client = new Client();
    const responseStream = createResponseStream();
    await deliver({ client, body: getBody(reads), responseStream });
    expect(client.seen.slice(1, -2).join('')).toBe(text + DONE);
    expect(client.seen.slice(-2)).toEqual(['<whole>', '<end>']);
    expect(responseStream.usage).toMatchObject({ inputTokens: 3, outputTokens: 41 });
  });
});

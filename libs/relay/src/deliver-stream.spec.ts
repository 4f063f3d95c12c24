import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { WIRE_FORMATS } from '#wire';
import { ReceivedAnswer } from './billing/received-answer.js';
import { type ClientSide, type ClientStream } from './client-side.js';
import { deliverStream } from './deliver-stream.js';
import { TappedStream } from './chat/passthrough-exchange.js';

const format = WIRE_FORMATS['openai-chat'];
const CHUNK = 'data: {"choices":[{"index":0,"delta":{"content":"word"},"finish_reason":null}]}\n\n';
const DONE = 'data: [DONE]\n\n';
const NEVER_MS = 600_000;

/** Remembers what it was given, in order. */
class Client implements ClientSide {
  readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  readonly seen: string[] = [];
  isGone = false;

  sendWhole(): void {
    throw new Error('a stream is not sent whole');
  }

  openStream(): ClientStream {
    if (this.isGone) throw new GatewayError('client-gone', 'Gone.');
    this.seen.push('<open>');
    return {
      write: async (bytes) => void this.seen.push(Buffer.from(bytes).toString()),
      end: () => void this.seen.push('<end>'),
      breakOff: (lastWords) => void this.seen.push(`<broken> ${lastWords}`),
    };
  }
}

interface Scene {
  client: Client;
  body: AsyncIterable<Uint8Array>;
  keepAliveMs?: number;
  answer?: TappedStream;
}

function newAnswer(): TappedStream {
  const request = format.readRequest(
    Buffer.from('{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true}'),
  );
  return new TappedStream(request.createStreamTap([]), format, 'req_1');
}

function deliver({ client, body, keepAliveMs = NEVER_MS, answer = newAnswer() }: Scene): Promise<void> {
  return deliverStream({
    response: { status: 200, headers: {}, body },
    answer,
    format,
    client,
    headers: {},
    keepAliveMs,
    received: new ReceivedAnswer(),
    onWhole: () => void client.seen.push('<whole>'),
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
  it('holds comments back until the first event, and sends what came together together', async () => {
    const client = new Client();
    await deliver({ client, body: getBody([': a\n\n', `: b\n\n${CHUNK}`, CHUNK + DONE]) });
    expect(client.seen).toEqual(['<open>', `: a\n\n: b\n\n${CHUNK}`, CHUNK + DONE, '<whole>', '<end>']);
  });

  it('sends nothing where nothing good came first', async () => {
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

  it('says in the stream that the gateway goes down', async () => {
    const client = new Client();
    const body = getBody([CHUNK, new GatewayError('shutting-down', 'The gateway is shutting down.')]);
    await expect(deliver({ client, body })).rejects.toMatchObject({ kind: 'shutting-down' });
    expect(client.seen.at(-1)).toMatch(/^<broken> data: .*"code":"server_shutting_down"/);
  });

  it('does not wait for the end of the connection once the answer is whole', async () => {
    const client = new Client();
    const connection = new AbortController();
    await deliver({ client, body: getBody([CHUNK, DONE, NEVER_MS], connection.signal) });
    expect(client.seen.at(-1)).toBe('<end>');
    connection.abort();
  });

  it('shows life while the upstream sends nothing but comments, which are held back', async () => {
    const client = new Client();
    const comments = Array.from({ length: 20 }, () => [10, ': wait\n\n']).flat();
    await deliver({ client, body: getBody([...comments, CHUNK, DONE]), keepAliveMs: 80 });
    expect(client.seen.slice(0, 2)).toEqual(['<open>', format.keepAlive]);
  });

  it('stays quiet, and does not throw from its timer, when the client goes while nothing was sent', async () => {
    const client = new Client();
    client.isGone = true;
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

describe('events that only pass through', () => {
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
  )('come out as they went in, written %s, in reads of %i bytes', async (style, bytes) => {
    const write = (value: object): string => `data: ${stringify[style as keyof typeof stringify](value)}\n\n`;
    const text = events.map(write).join('');
    const sent = Buffer.from(text + write(usage) + DONE);
    const reads = Array.from({ length: Math.ceil(sent.length / bytes) }, (_, index) =>
      sent.toString('utf8', index * bytes, (index + 1) * bytes),
    );
    const client = new Client();
    const answer = newAnswer();
    await deliver({ client, body: getBody(reads), answer });
    expect(client.seen.slice(1, -2).join('')).toBe(text + DONE);
    expect(client.seen.slice(-2)).toEqual(['<whole>', '<end>']);
    expect(answer.usage).toMatchObject({ inputTokens: 3, outputTokens: 41 });
  });
});

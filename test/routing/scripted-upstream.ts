import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/index.js';
import { type UpstreamRequest, type Behaviour, OK, type Script, always } from './behaviour.js';
import { type ChatAnswer, buildAnswer } from './chat-answer.js';

/** Time for clients to read what was written before a connection breaks. */
const PAUSE_BEFORE_CUT_MS = 25;
/** Longer than any test: an idle connection that closes by itself would be an unintended fault. */
const KEEP_ALIVE_MS = 600_000;

/** A chat service on a real socket that follows its script for each request, and counts requests. */
export class ScriptedUpstream {
  readonly url: string;
  readonly received: UpstreamRequest[] = [];
  /** The most requests that were running at a time. */
  maxRunning = 0;
  private running = 0;
  private script: Script = always(OK);

  private constructor(
    private readonly name: string,
    private readonly server: Server,
  ) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    server.on('request', (message, response) => void this.serve(message, response));
  }

  static async start(name: string): Promise<ScriptedUpstream> {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, noDelay: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedUpstream(name, server);
  }

  /** Sets the script from now on. */
  behave(script: Script): void {
    this.script = script;
  }

  get aborted(): number {
    return this.received.filter(({ isAborted }) => isAborted).length;
  }

  /** Waits until it has received so many requests. */
  async waitForReceived(count: number): Promise<void> {
    await eventually(() => this.received.length >= count || undefined);
  }

  /** Waits until so many callers have disconnected. */
  async waitForAborted(count: number): Promise<void> {
    await eventually(() => this.aborted >= count || undefined);
  }

  /** Forgets what it has received, and follows this script from now on. */
  restart(script: Script = always(OK)): void {
    this.received.length = 0;
    this.maxRunning = 0;
    this.behave(script);
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.running += 1;
    this.maxRunning = Math.max(this.maxRunning, this.running);
    const gone = new AbortController();
    response.once('close', () => {
      this.running -= 1;
      gone.abort();
    });
    const asked = await readRequest(message).catch(() => undefined);
    if (asked === undefined) return;
    asked.ordinal = this.received.push(asked) - 1;
    const behaviour = this.script(asked);
    response.once('close', () => {
      asked.isAborted = !response.writableFinished && behaviour.kind !== 'reset' && behaviour.kind !== 'cut';
    });
    const answer = buildAnswer(asked, this.name);
    await act({ asked, answer, response, signal: gone.signal }, behaviour).catch(() => undefined);
  }
}

interface Scene {
  asked: UpstreamRequest;
  answer: ChatAnswer;
  response: ServerResponse;
  /** Aborted when the connection is closed. */
  signal: AbortSignal;
}

async function act(scene: Scene, behaviour: Behaviour): Promise<void> {
  const { response, signal } = scene;
  switch (behaviour.kind) {
    case 'ok':
      await behaviour.after;
      if (behaviour.firstByteAfterMs !== undefined)
        await sleep(behaviour.firstByteAfterMs, undefined, { signal });
      return sendAnswer(scene, behaviour);
    case 'fail':
      await behaviour.after;
      return sendFailure(response, behaviour);
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'cut':
      for (const event of scene.answer.events.slice(0, behaviour.afterEvents)) sendEvent(response, event);
      await sleep(PAUSE_BEFORE_CUT_MS, undefined, { signal });
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
  }
}

function sendAnswer(
  { asked, answer, response }: Scene,
  { isSilentOnUsage = false }: Extract<Behaviour, { kind: 'ok' }>,
): void {
  if (!asked.isStreamed) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.whole));
    return;
  }
  const events = isSilentOnUsage ? answer.events.filter((event) => !('usage' in event)) : answer.events;
  for (const event of events) sendEvent(response, event);
  response.end('data: [DONE]\n\n');
}

function sendEvent(response: ServerResponse, event: object): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}

function sendFailure(
  response: ServerResponse,
  { status, headers, code }: Extract<Behaviour, { kind: 'fail' }>,
): void {
  const error = { message: 'This failure was asked for.', type: 'scripted', param: null, code: code ?? null };
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error }));
}

/** Rejects if the caller disconnects before its request is complete. */
async function readRequest(message: IncomingMessage): Promise<UpstreamRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
    model: string;
    stream?: boolean;
    messages: { content: string }[];
  };
  return {
    key: (message.headers.authorization ?? '').replace('Bearer ', ''),
    model: body.model,
    isStreamed: body.stream === true,
    prompt: body.messages.at(-1)?.content ?? '',
    ordinal: 0,
    isAborted: false,
  };
}

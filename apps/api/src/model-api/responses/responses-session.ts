import { type AdmittedCall } from '#admission';
import { CancelSource, GatewayError } from '#canonical';
import {
  countValues,
  encodeLargeJson,
  isLargeJson,
  parseLargeJson,
  readJsonObject,
  scanAhead,
} from '#json-scan';
import {
  type Frame,
  type InnerRequest,
  InnerRequests,
  ResponseLimits,
  type RunningSession,
  type SessionClient,
  type SessionEnd,
  type SessionHandler,
} from '#realtime';
import { type ByteBudget, type ByteHold, bytesOfValues } from '#limits';
import { estimateTokens } from '#relay';
import { type ResponseCall, type ResponsesService } from '#responses';
import { responseSocket, responseState } from '#wire';
import { type Conversation, type RememberedConversation, loadTurns } from './remembered-conversation.js';
import { SocketClient } from './socket-client.js';

export interface ResponsesSessionOptions {
  requestId: string;
  headers: ResponseCall['headers'];
  /** What all requests of this process may hold. */
  memory: ByteBudget;
  conversation: RememberedConversation;
  responses: Pick<ResponsesService, 'create'>;
}

/** How a request is answered, as far as that is known. */
interface Reply {
  streamId?: string | undefined;
  client?: SocketClient;
}

/** A message that is answered. */
interface Message {
  frame: Frame;
  /** What it holds in memory. */
  hold: ByteHold;
  /** Resolves when there is room for it; undefined where there is. */
  room: Promise<void> | undefined;
}

interface Generation extends Pick<InnerRequest, 'record'> {
  admitted: AdmittedCall;
  reply: Reply;
}

const REQUEST_FACTS = { operation: 'chat', format: 'openai-responses', isStreamed: true } as const;

/** A client sends the next request when it has seen the end of an answer, which may still be on its way into the books. */
const MAX_WAITING = 1;

/** Requests to `/v1/responses` over one WebSocket, one after the other. */
export class ResponsesSession implements RunningSession {
  /** Only the client ends it. */
  readonly ended = new Promise<SessionEnd>(() => undefined);
  private readonly requests: InnerRequests;
  private readonly limits: ResponseLimits;
  private running: Promise<unknown> = Promise.resolve();
  /** Of the requests that run or wait. */
  private count = 0;
  private cancel = new CancelSource();

  constructor(
    private readonly options: ResponsesSessionOptions,
    private readonly client: SessionClient,
    private readonly host: SessionHandler,
  ) {
    this.requests = new InnerRequests(options.requestId, host, () => undefined);
    this.limits = new ResponseLimits(host);
  }

  get isResponding(): boolean {
    return this.count > 0;
  }

  /** The client is read while it is answered, so that its leaving is seen at once, unless it does not read itself. */
  receive(frame: Frame): void | Promise<void> {
    if (this.count > MAX_WAITING) void this.refuseNow(frame, alreadyResponding());
    else this.answerNext(frame);
    return this.client.drained();
  }

  noteIdle(idleMs: number): void {
    if (!this.isResponding) this.options.conversation.noteIdle(idleMs);
  }

  async close(reason: GatewayError): Promise<void> {
    this.cancel.abort(reason);
    this.options.conversation.close();
    await this.running;
    await this.requests.settled();
  }

  private answerNext(frame: Frame): void {
    this.count += 1;
    const hold = this.options.memory.open();
    // The socket has counted these bytes until now.
    const room = hold.take(frame.data.length);
    room?.catch(() => undefined);
    this.running = this.running
      .then(() => this.answer({ frame, hold, room }))
      .finally(() => {
        this.count -= 1;
        hold.release();
      });
  }

  /** Every message counts as a request before it is read, also where no model is to answer it. */
  private async answer(message: Message): Promise<void> {
    const { frame, room } = message;
    const reply: Reply = {};
    try {
      await this.requests.run(async (inner) => {
        Object.assign(inner.record, REQUEST_FACTS);
        await room;
        await this.limits.keep(inner, estimateTokens(frame.data.length), async (admitted) => {
          const request = await readRequest(message);
          reply.streamId = request.streamId;
          if (request.isGenerated) await this.generate(request, message, { ...inner, admitted, reply });
          else await this.warmUp(request, message, inner);
        });
      });
    } catch (thrown) {
      // A stream that broke has said so itself.
      if (reply.client?.hasBegun === true) return;
      this.refuse(GatewayError.from(thrown), reply.streamId ?? findStreamId(frame));
    }
  }

  /** Refuses a message while others run. It is reported like any other. */
  private async refuseNow(frame: Frame, error: GatewayError): Promise<void> {
    const refused = this.requests.run(({ record }) => {
      Object.assign(record, REQUEST_FACTS);
      return Promise.reject(error);
    });
    await refused.catch(() => this.refuse(error, findStreamId(frame)));
  }

  /** Remembers the conversation, for a request that continues it. */
  private async warmUp(
    request: responseSocket.SocketRequest,
    { frame }: Message,
    { requestId, record }: InnerRequest,
  ): Promise<void> {
    const { body } = request;
    const { conversation } = this.options;
    const earlier = conversation.find(body);
    const isLarge = isLargeJson(frame.data);
    if (typeof body['model'] === 'string') record.model = body['model'];
    const id = responseState.toResponseId(requestId);
    await conversation.remember({ id, output: [], body, earlier, isLarge });
    for (const event of responseSocket.buildWarmUpEvents(request, requestId)) {
      this.client.send(isLarge ? await encodeLargeJson(event) : JSON.stringify(event));
      await this.client.drained();
    }
  }

  private async generate(
    { body, streamId }: responseSocket.SocketRequest,
    { frame: { data }, hold }: Message,
    { record, admitted, reply }: Generation,
  ): Promise<void> {
    const { headers, responses, conversation } = this.options;
    const earlier = conversation.find(body);
    const client = new SocketClient({ client: this.client, signal: this.createSignal(), streamId });
    reply.client = client;
    const isLarge = isLargeJson(data);
    // What is large is read and written in slices, so that others are served meanwhile.
    const json = isLarge ? await encodeLargeJson(body) : Buffer.from(JSON.stringify(body));
    const turns = earlier && (await this.load(earlier, hold));
    const call = { headers, record, admitted, client, body: json };
    await responses.create(turns === undefined ? call : { ...call, earlier: turns });
    const { final } = client;
    if (final === undefined) return;
    const { id, output, isLarge: isLargeOutput } = final;
    await conversation.remember({ id, output, body, earlier, isLarge: isLarge || isLargeOutput });
  }

  /** The turns count beside their text while the request runs. */
  private async load(earlier: Conversation, hold: ByteHold): Promise<responseState.StoredTurn[]> {
    await hold.take(earlier.bytes + bytesOfValues(earlier.values));
    return loadTurns(earlier);
  }

  /** Each request has its own, so that nothing of an earlier one goes on listening. */
  private createSignal(): CancelSource {
    const { aborted, reason } = this.cancel;
    this.cancel = new CancelSource();
    if (aborted) this.cancel.abort(reason);
    return this.cancel;
  }

  private refuse(error: GatewayError, streamId?: string): void {
    this.host.onRefused(error);
    this.client.send(responseSocket.encodeSocketError(error, this.options.requestId, streamId));
  }
}

async function readRequest({ frame, hold }: Message): Promise<responseSocket.SocketRequest> {
  const { data, isBinary } = frame;
  if (isBinary) throw new GatewayError('invalid-request', 'Send text frames, not binary frames.');
  await scanAhead(data);
  const room = hold.take(bytesOfValues(countValues(data)));
  if (room !== undefined) await room;
  const event = isLargeJson(data) ? await parseLargeJson(data) : readJsonObject(data);
  return responseSocket.readSocketRequest(event);
}

/** Of a request that was refused before it was read; a large one is not read for that. */
function findStreamId({ data }: Frame): string | undefined {
  if (isLargeJson(data)) return undefined;
  try {
    const { stream_id: id } = readJsonObject(data);
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

function alreadyResponding(): GatewayError {
  return new GatewayError(
    'wrong-state',
    'A response is already in progress on this connection. Wait until it is finished.',
    {
      code: 'response_in_progress',
    },
  );
}

import { type Token } from '#access';
import { type AdmittedCall } from '#admission';
import { CancelSource, GatewayError, type JsonObject } from '#canonical';
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
import { type ByteBudget, type ByteHold } from '#limits';
import { estimateTokens } from '#relay';
import { type ResponseCall, type ResponsesService } from '#responses';
import {
  encodeLargeJson,
  isLargeJson,
  parseLargeJson,
  readJsonObject,
  responseSocket,
  responseState,
  scanAhead,
} from '#wire';
import { SocketClient } from './socket-client.js';

export interface ResponsesSessionOptions {
  requestId: string;
  headers: ResponseCall['headers'];
  /** As the token is now. */
  getToken: () => Token;
  /** What all requests of this process may hold. */
  memory: ByteBudget;
  responses: Pick<ResponsesService, 'create'>;
}

/** The conversation of the last response, which the next request may go on with although nothing is stored. */
interface LastResponse {
  id: string;
  turns: responseState.StoredTurn[];
  bytes: number;
}

/** How a request is answered, as far as that is known. */
interface Reply {
  streamId?: string | undefined;
  client?: SocketClient;
}

/** A client sends the next request when it has seen the end of an answer, which may still be on its way into the books. */
const MAX_WAITING = 1;
/** What is only remembered leaves this much of the memory to requests that run. */
const MAX_REMEMBERED_SHARE = 0.5;

/** Requests to `/v1/responses` over one WebSocket, one after the other. */
export class ResponsesSession implements RunningSession {
  /** Only the client ends it. */
  readonly ended = new Promise<SessionEnd>(() => undefined);
  private readonly requests: InnerRequests;
  private readonly limits: ResponseLimits;
  private last: LastResponse | undefined;
  private remembered: ByteHold | undefined;
  private running: Promise<unknown> = Promise.resolve();
  /** Of the requests that run or wait. */
  private count = 0;
  private cancel = new CancelSource();

  constructor(
    private readonly options: ResponsesSessionOptions,
    private readonly client: SessionClient,
    host: SessionHandler,
  ) {
    this.requests = new InnerRequests(options.requestId, host, () => undefined);
    this.limits = new ResponseLimits(host);
  }

  get isResponding(): boolean {
    return this.count > 0;
  }

  /** The client is read while it is answered, so that its leaving is seen at once. */
  receive(frame: Frame): void {
    if (this.count > MAX_WAITING) return this.refuse(alreadyResponding());
    this.count += 1;
    const hold = this.options.memory.open();
    // The socket has counted these bytes until now.
    const room = hold.take(frame.data.length);
    room?.catch(() => undefined);
    this.running = this.running
      .then(() => this.answer(frame, room))
      .finally(() => {
        this.count -= 1;
        hold.release();
      });
  }

  async close(reason: GatewayError): Promise<void> {
    this.cancel.abort(reason);
    await this.running;
    await this.requests.settled();
    this.forget();
  }

  /** Every message counts as a request before it is read, also where no model is to answer it. */
  private async answer(frame: Frame, room: Promise<void> | undefined): Promise<void> {
    const reply: Reply = {};
    try {
      await this.requests.run(async (inner) => {
        Object.assign(inner.record, { operation: 'chat', format: 'openai-responses', isStreamed: true });
        await room;
        await this.limits.keep(inner, estimateTokens(frame.data.length), async (admitted) => {
          const request = await readRequest(frame);
          reply.streamId = request.streamId;
          if (request.isGenerated) await this.generate(request, frame.data, { ...inner, admitted, reply });
          else this.warmUp(request, frame.data.length, inner);
        });
      });
    } catch (thrown) {
      // A stream that broke has said so itself.
      if (reply.client?.hasBegun === true) return;
      this.refuse(GatewayError.from(thrown), reply.streamId ?? findStreamId(frame));
    }
  }

  /** Remembers the conversation, for a request that goes on with it. */
  private warmUp(
    request: responseSocket.SocketRequest,
    bytes: number,
    { requestId, record }: InnerRequest,
  ): void {
    const { body } = request;
    const earlier = this.findEarlier(body);
    if (typeof body['model'] === 'string') record.model = body['model'];
    for (const event of responseSocket.encodeWarmUp(request, requestId)) this.client.send(event);
    const id = responseState.toResponseId(requestId);
    this.remember({ id, output: [], body, earlier, bytes });
  }

  private async generate(
    { body, streamId }: responseSocket.SocketRequest,
    frame: Buffer,
    { requestId, record, admitted, reply }: InnerRequest & { admitted: AdmittedCall; reply: Reply },
  ): Promise<void> {
    const { headers, responses, getToken } = this.options;
    const earlier = this.findEarlier(body);
    const client = new SocketClient({ client: this.client, signal: this.createSignal(), streamId });
    reply.client = client;
    // What is large is read and written in slices, so that others are served meanwhile.
    const json = isLargeJson(frame) ? await encodeLargeJson(body) : Buffer.from(JSON.stringify(body));
    const call = { headers, requestId, record, admitted, token: getToken(), client, body: json };
    await responses.create(earlier === undefined ? call : { ...call, earlier: earlier.turns });
    const { final } = client;
    if (final !== undefined) this.remember({ ...final, body, earlier, bytes: frame.length + final.bytes });
  }

  /** Each request has its own, so that nothing of an earlier one goes on listening. */
  private createSignal(): CancelSource {
    const { aborted, reason } = this.cancel;
    this.cancel = new CancelSource();
    if (aborted) this.cancel.abort(reason);
    return this.cancel;
  }

  /** Where the request names another response than the last one, that has to be a stored one. */
  private findEarlier({ previous_response_id: id }: JsonObject): LastResponse | undefined {
    return this.last !== undefined && this.last.id === id ? this.last : undefined;
  }

  private remember(made: {
    id: string;
    output: readonly JsonObject[];
    body: JsonObject;
    earlier: LastResponse | undefined;
    bytes: number;
  }): void {
    const { id, output, body, earlier } = made;
    const bytes = made.bytes + (earlier?.bytes ?? 0);
    const isWhole = earlier !== undefined || body['previous_response_id'] == null;
    this.forget();
    if (!isWhole || !this.hold(bytes)) return;
    const turn = { input: responseState.inputAsItems(body['input']), output };
    this.last = { id, turns: [...(earlier?.turns ?? []), turn], bytes };
  }

  /** Whether there is room to remember so much; a client whose response is forgotten sends all of it again. */
  private hold(bytes: number): boolean {
    const { memory } = this.options;
    if (this.cancel.aborted || memory.usedBytes + bytes > memory.maxBytes * MAX_REMEMBERED_SHARE)
      return false;
    this.remembered = memory.open();
    void this.remembered.take(bytes);
    return true;
  }

  private forget(): void {
    this.remembered?.release();
    this.remembered = undefined;
    this.last = undefined;
  }

  private refuse(error: GatewayError, streamId?: string): void {
    this.client.send(responseSocket.encodeSocketError(error, this.options.requestId, streamId));
  }
}

async function readRequest({ data, isBinary }: Frame): Promise<responseSocket.SocketRequest> {
  if (isBinary) throw new GatewayError('invalid-request', 'A frame must be text.');
  await scanAhead(data);
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
  return new GatewayError('wrong-state', 'A response is being made on this connection; wait for its end.', {
    code: 'response_in_progress',
  });
}

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
  type SessionHost,
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
  /** For all requests of this process. */
  memory: ByteBudget;
  conversation: RememberedConversation;
  responses: Pick<ResponsesService, 'create'>;
}

/** The state of the response to a message. */
interface ResponseState {
  streamId?: string | undefined;
  client?: SocketClient;
}

/** A message that is a request. */
interface RequestMessage {
  frame: Frame;
  /** The memory of the request. */
  hold: ByteHold;
  /** Resolves when there is memory for the message. Undefined if there was enough at once. */
  reservation: Promise<void> | undefined;
}

interface Generation extends Pick<InnerRequest, 'record'> {
  admitted: AdmittedCall;
  state: ResponseState;
}

const REQUEST_FACTS = { operation: 'chat', format: 'openai-responses', isStreamed: true } as const;

/** A client may send its next request after the last event of a response, while that is still being recorded. */
const MAX_WAITING = 1;

/** Requests to `/v1/responses` over one WebSocket, one after the other. */
export class ResponsesSession implements RunningSession {
  /** Never resolves: only the client ends the session. */
  readonly ended = new Promise<SessionEnd>(() => undefined);
  private readonly requests: InnerRequests;
  private readonly limits: ResponseLimits;
  private running: Promise<unknown> = Promise.resolve();
  /** The requests that run or wait. */
  private count = 0;
  private cancel = new CancelSource();

  constructor(
    private readonly options: ResponsesSessionOptions,
    private readonly client: SessionClient,
    private readonly host: SessionHost,
  ) {
    this.requests = new InnerRequests(options.requestId, host, () => undefined);
    this.limits = new ResponseLimits(host);
  }

  get isResponding(): boolean {
    return this.count > 0;
  }

  /** Messages are read during a response, to detect a disconnect at once, but not while the client does not read. */
  receive(frame: Frame): void | Promise<void> {
    if (this.count > MAX_WAITING) void this.refuseNow(frame, alreadyResponding());
    else this.enqueue(frame);
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

  private enqueue(frame: Frame): void {
    this.count += 1;
    const hold = this.options.memory.open();
    // Until now these bytes were reserved by the socket.
    const reservation = hold.take(frame.data.length);
    reservation?.catch(() => undefined);
    this.running = this.running
      .then(() => this.respond({ frame, hold, reservation }))
      .finally(() => {
        this.count -= 1;
        hold.release();
      });
  }

  /** Every message counts as a request before it is parsed, even if it does not call a model. */
  private async respond(message: RequestMessage): Promise<void> {
    const { frame, reservation } = message;
    const state: ResponseState = {};
    try {
      await this.requests.run(async (inner) => {
        Object.assign(inner.record, REQUEST_FACTS);
        await reservation;
        await this.limits.keep(inner, estimateTokens(frame.data.length), async (admitted) => {
          const request = await readRequest(message);
          state.streamId = request.streamId;
          if (request.isGenerated) await this.generate(request, message, { ...inner, admitted, state });
          else await this.warmUp(request, message, inner);
        });
      });
    } catch (thrown) {
      // A stream that has started has already sent its error event.
      if (state.client?.hasBegun === true) return;
      this.refuse(GatewayError.from(thrown), state.streamId ?? findStreamId(frame));
    }
  }

  /** Refuses a message while others run. The refusal is recorded like that of any other request. */
  private async refuseNow(frame: Frame, error: GatewayError): Promise<void> {
    const refused = this.requests.run(({ record }) => {
      Object.assign(record, REQUEST_FACTS);
      return Promise.reject(error);
    });
    await refused.catch(() => this.refuse(error, findStreamId(frame)));
  }

  /** Remembers the input without calling a model, so that the next request can continue it. */
  private async warmUp(
    request: responseSocket.SocketRequest,
    { frame }: RequestMessage,
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
    { frame: { data }, hold }: RequestMessage,
    { record, admitted, state }: Generation,
  ): Promise<void> {
    const { headers, responses, conversation } = this.options;
    const earlier = conversation.find(body);
    const client = new SocketClient({ client: this.client, signal: this.createSignal(), streamId });
    state.client = client;
    const isLarge = isLargeJson(data);
    // Large JSON is encoded in slices, so that it does not block the event loop.
    const json = isLarge ? await encodeLargeJson(body) : Buffer.from(JSON.stringify(body));
    const turns = earlier && (await this.load(earlier, hold));
    const call = { headers, record, admitted, client, body: json };
    await responses.create(turns === undefined ? call : { ...call, earlier: turns });
    const { final } = client;
    if (final === undefined) return;
    const { id, output, isLarge: isLargeOutput } = final;
    await conversation.remember({ id, output, body, earlier, isLarge: isLarge || isLargeOutput });
  }

  /** Reserves memory for the parsed turns, in addition to their text, while the request runs. */
  private async load(earlier: Conversation, hold: ByteHold): Promise<responseState.StoredTurn[]> {
    await hold.take(earlier.bytes + bytesOfValues(earlier.values));
    return loadTurns(earlier);
  }

  /** Each request has a new signal, so that listeners of earlier requests are released. */
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

async function readRequest({ frame, hold }: RequestMessage): Promise<responseSocket.SocketRequest> {
  const { data, isBinary } = frame;
  if (isBinary) throw new GatewayError('invalid-request', 'Send text frames, not binary frames.');
  await scanAhead(data);
  const reservation = hold.take(bytesOfValues(countValues(data)));
  if (reservation !== undefined) await reservation;
  const event = isLargeJson(data) ? await parseLargeJson(data) : readJsonObject(data);
  return responseSocket.readSocketRequest(event);
}

/** Finds the stream id of a message that was refused before it was parsed. Large messages are not parsed for this. */
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

import { type ChatRequest, GatewayError, type Message, type StreamPart } from '#canonical';
import { estimateTokens } from '#relay';
import { SseDecoder } from '#sse';
import { type ModelRule, type StreamDecoder, WIRE_FORMATS } from '#wire';
import { type RealtimePorts } from '../conversation/ports.js';
import { type SessionClient } from '../session.js';
import { type BridgeContext } from './bridge-options.js';
import { type ResponseReader, readInProcess } from './in-process-client.js';
import { type ResponseLimits } from './inner-requests.js';

const FORMAT = 'openai-chat';

/** Sends a chat completion of the token to the session's model, without the response cache. */
export function converseThroughRelay(
  { call, options, requests }: BridgeContext,
  limits: ResponseLimits,
  client: Pick<SessionClient, 'drained'>,
): RealtimePorts['converse'] {
  return (request, { signal, onPart }) =>
    requests.run(async (inner) => {
      const { record } = inner;
      Object.assign(record, { operation: 'chat', format: FORMAT, model: call.model, isStreamed: true });
      const body = encodeReplyRequest(request, options.relay.findRule(request.model, FORMAT));
      await limits.keep(inner, estimateTokens(body.length), async (admitted) => {
        const reader = new ChatStreamReader(onPart, () => client.drained());
        await readInProcess(reader, signal, (self) =>
          options.relay.relay({
            format: FORMAT,
            body,
            hints: {},
            headers: {},
            admitted,
            client: self,
            record,
          }),
        );
        reader.end();
      });
    });
}

/** The body of the chat completion for a response. */
export function encodeReplyRequest(request: ChatRequest, rule?: ModelRule): Buffer {
  if (request.messages.length === 0) throw noInput();
  const messages = request.messages.map(withoutUnusedReasoning);
  const chatRequest = { ...request, messages };
  const { value } = WIRE_FORMATS[FORMAT].egress.encodeRequest(chatRequest, request.model, { rule });
  return Buffer.from(JSON.stringify(value));
}

/** Services expect their reasoning only together with the tool calls that it led to. */
function withoutUnusedReasoning(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const { content } = message;
  if (content.some(({ type }) => type === 'tool-call')) return message;
  return { ...message, content: content.filter(({ type }) => type !== 'reasoning') };
}

function noInput(): GatewayError {
  return new GatewayError(
    'invalid-value',
    'There is no input to respond to. Add an item to the conversation or set instructions.',
    { param: 'response.input' },
  );
}

/** Decodes the stream of a chat completion. */
class ChatStreamReader implements ResponseReader {
  /** The relay already limits the size of events. */
  private readonly events = new SseDecoder({ maxEventBytes: Number.POSITIVE_INFINITY });
  private readonly decoder: StreamDecoder = WIRE_FORMATS['openai-chat'].egress.createStreamDecoder();

  constructor(
    private readonly onPart: (part: StreamPart) => void,
    /** Resolves when the client has caught up. Undefined if it is not behind. */
    private readonly drained: () => Promise<void> | undefined,
  ) {}

  read(bytes: Uint8Array): Promise<void> | undefined {
    for (const { event } of this.events.push(bytes)) {
      if (event !== undefined) this.emit(this.decoder.push(event));
    }
    return this.drained();
  }

  /** Throws if the response is incomplete. */
  end(): void {
    this.emit(this.decoder.end());
  }

  private emit(parts: readonly StreamPart[]): void {
    for (const part of parts) this.onPart(part);
  }
}

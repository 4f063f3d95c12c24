import { type ChatRequest, GatewayError, type Message, type StreamPart } from '#canonical';
import { estimateTokens } from '#relay';
import { SseDecoder } from '#sse';
import { type ModelRule, type StreamDecoder, WIRE_FORMATS } from '#wire';
import { type RealtimePorts } from '../conversation/ports.js';
import { type SessionClient } from '../session.js';
import { type BridgeContext } from './bridge-options.js';
import { type AnswerReader, readInProcess } from './in-process-client.js';
import { type ResponseLimits } from './inner-requests.js';

const FORMAT = 'openai-chat';

/** Asks the session's model with an ordinary chat completion of its token, but never from the cache. */
export function converseThroughRelay(
  { call, options, requests }: BridgeContext,
  limits: ResponseLimits,
  client: Pick<SessionClient, 'drained'>,
): RealtimePorts['converse'] {
  const token = { ...call.token, cacheTtlSeconds: 0, contentDays: 0 };
  return (request, { signal, onPart }) =>
    requests.run(async (inner) => {
      const { requestId, record } = inner;
      Object.assign(record, { operation: 'chat', format: FORMAT, model: call.model, isStreamed: true });
      const body = encodeReplyRequest(request, options.relay.findRule(request.model, FORMAT));
      await limits.keep(inner, estimateTokens(body.length), async (admitted) => {
        const reader = new ReplyReader(onPart, () => client.drained());
        await readInProcess(reader, signal, (self) =>
          options.relay.relay({
            format: FORMAT,
            body,
            hints: {},
            headers: {},
            requestId,
            admitted,
            sessionId: call.sessionId,
            token,
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
  if (request.messages.length === 0) throw nothingToAnswer();
  const messages = request.messages.map(withoutIdleThoughts);
  const asked = { ...request, messages };
  const { value } = WIRE_FORMATS[FORMAT].egress.encodeRequest(asked, request.model, { rule });
  return Buffer.from(JSON.stringify(value));
}

/** Services want their reasoning back only together with the tool calls that it led to. */
function withoutIdleThoughts(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const { content } = message;
  if (content.some(({ type }) => type === 'tool-call')) return message;
  return { ...message, content: content.filter(({ type }) => type !== 'reasoning') };
}

function nothingToAnswer(): GatewayError {
  return new GatewayError(
    'invalid-value',
    'There is nothing to answer yet: add an item to the conversation, or give instructions.',
    { param: 'response.input' },
  );
}

/** Reads the stream of a chat completion as the parts of an answer. */
class ReplyReader implements AnswerReader {
  /** The relay already limits the size of events. */
  private readonly events = new SseDecoder({ maxEventBytes: Number.POSITIVE_INFINITY });
  private readonly decoder: StreamDecoder = WIRE_FORMATS['openai-chat'].egress.createStreamDecoder();

  constructor(
    private readonly onPart: (part: StreamPart) => void,
    /** Resolves when the parts have been taken; undefined where nobody is behind. */
    private readonly drained: () => Promise<void> | undefined,
  ) {}

  read(bytes: Uint8Array): Promise<void> | undefined {
    for (const { event } of this.events.push(bytes)) {
      if (event !== undefined) this.tell(this.decoder.push(event));
    }
    return this.drained();
  }

  /** Throws where the answer was not whole. */
  end(): void {
    this.tell(this.decoder.end());
  }

  private tell(parts: readonly StreamPart[]): void {
    for (const part of parts) this.onPart(part);
  }
}

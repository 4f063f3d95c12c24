import { type CancelSignal, GatewayError, type JsonObject } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';
import { responseState } from '#wire';

const TOO_LONG = 'context_length_exceeded';
const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

interface StreamRequest {
  client: ClientSide;
  body: JsonObject;
  requestId: string;
}

/** Codex identifies itself with this header. */
export function expectsErrorsInStream({ originator }: Readonly<Record<string, unknown>>): boolean {
  return typeof originator === 'string' && originator.startsWith('codex');
}

/**
 * Responds to a request for a stream. OpenAI reports a conversation that is too long as an event of the stream, and
 * Codex expects it only there: after a status of 400, it would stop instead of compacting the conversation.
 */
export async function sendTooLongInStream<Result>(
  { client, body, requestId }: StreamRequest,
  respond: (client: ClientSide) => Promise<Result>,
): Promise<Result> {
  const started = new StartedClient(client);
  try {
    return await respond(started);
  } catch (thrown) {
    if (thrown instanceof GatewayError && thrown.code === TOO_LONG && !started.hasStarted) {
      const stream = client.openStream(EVENT_STREAM);
      await stream.write(responseState.encodeFailedStream({ body, requestId }, thrown));
      stream.end();
    }
    throw thrown;
  }
}

/** Records whether a response has started. */
class StartedClient implements ClientSide {
  hasStarted = false;

  constructor(private readonly client: ClientSide) {}

  get signal(): CancelSignal {
    return this.client.signal;
  }

  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void> {
    this.hasStarted = true;
    return this.client.sendWhole(headers, body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    this.hasStarted = true;
    return this.client.openStream(headers);
  }
}

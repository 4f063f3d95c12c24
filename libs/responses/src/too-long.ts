import { type CancelSignal, GatewayError, type JsonObject } from '#canonical';
import { type ClientSide, type ClientStream } from '#relay';
import { responseState } from '#wire';

const TOO_LONG = 'context_length_exceeded';
const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

interface Asked {
  client: ClientSide;
  body: JsonObject;
  requestId: string;
}

/** Codex says who it is in a header of its own. */
export function readsFaultsInStreams({ originator }: Readonly<Record<string, unknown>>): boolean {
  return typeof originator === 'string' && originator.startsWith('codex');
}

/**
 * Answers a request for a stream. OpenAI finds out that a conversation is too long when the stream has begun, and
 * Codex looks for it there and nowhere else: a status of 400 would end it, where it should make the conversation shorter.
 */
export async function tellTooLongInStream<Result>(
  { client, body, requestId }: Asked,
  answer: (client: ClientSide) => Promise<Result>,
): Promise<Result> {
  const started = new StartedClient(client);
  try {
    return await answer(started);
  } catch (thrown) {
    if (thrown instanceof GatewayError && thrown.code === TOO_LONG && !started.hasStarted) {
      const stream = client.openStream(EVENT_STREAM);
      await stream.write(responseState.encodeFailedStream({ body, requestId }, thrown));
      stream.end();
    }
    throw thrown;
  }
}

/** Knows whether its client has been told anything. */
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

import { GatewayError } from '#canonical';
import { type ClientSide, type ClientStream } from './client-side.js';

export interface ByteDelivery {
  chunks: AsyncIterable<Uint8Array>;
  client: ClientSide;
  headers: Record<string, string>;
  /** Called when the answer is whole, before the client has the last of it. */
  onWhole: () => void;
}

/**
 * Passes bytes on as they come. Until the first chunk nothing is sent, so that a failure can still be answered with
 * a status or by another channel. Afterwards a failure cuts the connection: words in the middle of audio are noise.
 */
export async function deliverBytes({ chunks, client, headers, onWhole }: ByteDelivery): Promise<void> {
  let stream: ClientStream | undefined;
  try {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue;
      stream ??= client.openStream(headers);
      await stream.write(chunk);
    }
  } catch (thrown) {
    stream?.breakOff('');
    throw GatewayError.from(thrown);
  }
  if (stream === undefined) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an empty answer.');
  }
  onWhole();
  stream.end();
}

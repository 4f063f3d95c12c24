import { GatewayError } from '#canonical';
import { type ClientSide, type ClientStream } from './client-side.js';

export interface ByteDelivery {
  pieces: AsyncIterable<Uint8Array>;
  client: ClientSide;
  headers: Record<string, string>;
  onCommit: () => void;
}

/**
 * Passes bytes on as they come. Until the first piece nothing is sent, so that a failure can still be answered with
 * a status or by another channel. Afterwards a failure cuts the connection: words in the middle of a sound are noise.
 */
export async function deliverBytes({ pieces, client, headers, onCommit }: ByteDelivery): Promise<void> {
  let stream: ClientStream | undefined;
  try {
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      if (stream === undefined) {
        stream = client.openStream(headers);
        onCommit();
      }
      await stream.write(piece);
    }
  } catch (thrown) {
    stream?.breakOff('');
    throw GatewayError.from(thrown);
  }
  if (stream === undefined) {
    throw new GatewayError('upstream-bad-response', 'The model service sent an empty answer.');
  }
  stream.end();
}

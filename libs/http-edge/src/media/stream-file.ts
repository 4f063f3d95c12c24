import { type ServerResponse } from 'node:http';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GatewayError } from '#canonical';

export interface StreamLimits {
  /** Aborted, with a GatewayError as its reason, when this process may wait no longer. */
  signal: AbortSignal;
  /** How long a client may take nothing. */
  stallMs: number;
}

/** As fast as the client takes it, and no faster. Whichever way it ends, the file is closed. */
export async function streamFile(
  raw: ServerResponse,
  file: Readable,
  { signal, stallMs }: StreamLimits,
): Promise<void> {
  raw.socket?.setTimeout(stallMs);
  try {
    await pipeline(file, raw, { signal });
  } catch (error) {
    throw signal.aborted ? GatewayError.from(signal.reason) : whyCutShort(error);
  }
}

/** A client that leaves is no error of the connection, only an end of it that came too early. */
function whyCutShort(error: unknown): GatewayError {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !code.startsWith('ERR_STREAM_')) return GatewayError.from(error);
  return new GatewayError('client-gone', 'The client closed the connection.', { cause: error });
}

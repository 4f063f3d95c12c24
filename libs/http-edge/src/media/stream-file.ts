import { type ServerResponse } from 'node:http';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GatewayError } from '#canonical';

export interface StreamLimits {
  /** Aborted when the shutdown of this process must not wait any longer. The reason is a GatewayError. */
  signal: AbortSignal;
  /** How long a client may read nothing. */
  stallMs: number;
}

/** Streams a file no faster than the client reads it. The file is always closed. */
export async function streamFile(
  raw: ServerResponse,
  file: Readable,
  { signal, stallMs }: StreamLimits,
): Promise<void> {
  raw.socket?.setTimeout(stallMs);
  try {
    await pipeline(file, raw, { signal });
  } catch (error) {
    throw signal.aborted ? GatewayError.from(signal.reason) : toStreamError(error);
  }
}

/** A client that disconnects is reported as a premature close of the stream. */
function toStreamError(error: unknown): GatewayError {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !code.startsWith('ERR_STREAM_')) return GatewayError.from(error);
  return new GatewayError('client-gone', 'The client closed the connection.', { cause: error });
}

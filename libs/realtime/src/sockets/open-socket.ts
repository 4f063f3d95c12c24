import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { GatewayError } from '#canonical';
import { FrameSocket } from './frame-socket.js';

export interface OpenSocketCall {
  url: URL;
  headers: Record<string, string>;
  protocols?: string[];
  /** Aborts the handshake. Has no effect after the socket has opened. */
  signal: AbortSignal;
  /** Timeout of the whole handshake: TCP, TLS and the HTTP response. */
  connectMs: number;
  maxPayloadBytes: number;
}

const MAX_BODY_BYTES = 256 * 1024;
const BODY_MS = 2_000;

/**
 * Opens a WebSocket. Rejects with an UpgradeRefused, a GatewayError or the reason of the signal, and then has closed
 * the connection.
 */
export async function openSocket(call: OpenSocketCall): Promise<FrameSocket> {
  call.signal.throwIfAborted();
  const socket = dial(call);
  try {
    const opened = await completeHandshake(socket, call);
    call.signal.throwIfAborted();
    return opened;
  } catch (error) {
    socket.terminate();
    throw error;
  }
}

function dial({ url, headers, protocols = [], maxPayloadBytes }: OpenSocketCall): WebSocket {
  const hasAgent = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  try {
    return new WebSocket(url, protocols, {
      headers: hasAgent ? headers : { ...headers, 'user-agent': 'modelgate' },
      maxPayload: maxPayloadBytes,
      perMessageDeflate: false,
      autoPong: false,
      followRedirects: false,
    });
  } catch (error) {
    throw unreachable(error);
  }
}

function completeHandshake(socket: WebSocket, { signal, connectMs }: OpenSocketCall): Promise<FrameSocket> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const handshake = new Promise<FrameSocket>((resolve, reject) => {
    let hasUpgraded = false;
    socket.once('upgrade', () => (hasUpgraded = true));
    const onError = (error: Error): void => reject(hasUpgraded ? badResponse(error) : toGatewayError(error));
    socket.on('error', onError);
    socket.once('open', () => {
      // In the same tick, or frames that arrive with the response would be lost.
      resolve(new FrameSocket(socket));
      socket.off('error', onError);
    });
    socket.once('unexpected-response', (_request, response) => {
      clearTimeout(timer);
      void toUpgradeRefused(response).then(reject);
    });
    // The timeout of `ws` restarts with every byte.
    timer = setTimeout(() => reject(timedOut()), connectMs);
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
  });
  return handshake.finally(() => {
    clearTimeout(timer);
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  });
}

async function toUpgradeRefused(response: IncomingMessage): Promise<UpgradeRefused> {
  const body = await readRefusalBody(response);
  return new UpgradeRefused(response.statusCode ?? 0, response.headers, body);
}

function toGatewayError(error: Error & { code?: string }): GatewayError {
  return error.code?.startsWith('HPE_') === true ? badResponse(error) : unreachable(error);
}

function unreachable(cause: unknown): GatewayError {
  return new GatewayError('upstream-unreachable', 'The connection to the provider failed.', { cause });
}

function badResponse(cause: unknown): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    'The provider returned a response that could not be parsed.',
    {
      cause,
    },
  );
}

function timedOut(): GatewayError {
  return new GatewayError('upstream-timeout', 'The provider did not respond in time.');
}

/** The upstream responded to the upgrade request with an ordinary response. */
export class UpgradeRefused extends Error {
  override readonly name = 'UpgradeRefused';

  constructor(
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    /** Truncated if it is long or slow. */
    readonly body: Buffer,
  ) {
    super(`The provider rejected the connection with status ${status}.`);
  }
}

/** Reads the body up to a size limit and a timeout. Never rejects, because the status is enough. */
function readRefusalBody(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const finish = (): void => {
      clearTimeout(timer);
      response.pause();
      resolve(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES));
    };
    const timer = setTimeout(finish, BODY_MS);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= MAX_BODY_BYTES) finish();
    });
    response.on('error', finish);
    response.on('close', finish);
  });
}

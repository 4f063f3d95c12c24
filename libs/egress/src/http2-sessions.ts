import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type Settings,
  connect as startSession,
  constants,
} from 'node:http2';
import { type ConnectionOptions, type TLSSocket, connect as connectTls } from 'node:tls';
import { type Dispatcher } from 'undici';

/** How long to wait before trying HTTP/2 again at an address that did not offer it or was not reachable. */
const RETRY_AFTER_MS = 10 * 60_000;
const MAX_IDLE_MS = 30_000;
/** Detects a dead connection before the timeouts of its streams. */
const PING_EVERY_MS = 15_000;
/** For all streams of a connection. Node extends the window as data arrives, not as it is read. */
const CONNECTION_WINDOW_BYTES = 4 * 1024 * 1024;
/** If the server announces no limit. */
const DEFAULT_MAX_STREAMS = 100;

/** Headers about the connection, which HTTP/2 forbids. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

interface Http2Request {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

interface Session {
  readonly http2: ClientHttp2Session;
  streams: number;
  /** 0 if the server closes the connection. */
  maxStreams: number;
  idleTimer: NodeJS.Timeout | undefined;
}

/**
 * The HTTP/2 connections to one https address. Requests never wait for a connection: until one has capacity, and at
 * addresses without HTTP/2, they use HTTP/1.1.
 */
export class Http2Sessions {
  private readonly sessions = new Set<Session>();
  private retryAtMs = 0;
  private connecting: TLSSocket | undefined;

  constructor(
    private readonly origin: string,
    private readonly connectMs: number,
    private readonly tls: ConnectionOptions,
  ) {}

  /** Sends a request if a connection has capacity. Returns whether it was sent; `handler` gets the result. */
  dispatch(request: Http2Request, handler: Dispatcher.DispatchHandler): boolean {
    for (const session of this.sessions) {
      if (session.streams < session.maxStreams && this.send(session, request, handler)) return true;
    }
    this.connect();
    return false;
  }

  close(): void {
    this.retryAtMs = Infinity;
    this.connecting?.destroy();
    for (const { http2 } of this.sessions) http2.destroy();
  }

  private send(session: Session, request: Http2Request, handler: Dispatcher.DispatchHandler): boolean {
    let stream: ClientHttp2Stream;
    try {
      stream = session.http2.request(toHttp2Headers(request));
    } catch {
      session.maxStreams = 0;
      return false;
    }
    clearTimeout(session.idleTimer);
    session.streams += 1;
    stream.once('close', () => this.onStreamClosed(session));
    forwardEvents(stream, handler);
    stream.end(request.body);
    return true;
  }

  private onStreamClosed(session: Session): void {
    session.streams -= 1;
    if (session.streams > 0 || session.http2.closed) return;
    session.idleTimer = setTimeout(() => session.http2.close(), MAX_IDLE_MS).unref();
  }

  private connect(): void {
    if (this.connecting !== undefined || performance.now() < this.retryAtMs) return;
    this.retryAtMs = performance.now() + RETRY_AFTER_MS;
    const { hostname, port } = new URL(this.origin);
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connectTls({
      host,
      servername: /^[\d.]+$|:/.test(host) ? undefined : host,
      port: Number(port || 443),
      ALPNProtocols: ['h2', 'http/1.1'],
      ...this.tls,
    });
    this.connecting = socket;
    socket.setTimeout(this.connectMs, () => socket.destroy());
    socket.once('secureConnect', () => {
      socket.setTimeout(0);
      if (socket.alpnProtocol === 'h2') this.start(socket);
      else socket.destroy();
    });
    // Requests over HTTP/1.1 report that the address is unreachable.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (this.connecting === socket) this.connecting = undefined;
    });
  }

  private start(socket: TLSSocket): void {
    const http2 = startSession(this.origin, {
      createConnection: () => socket,
      settings: { enablePush: false },
    });
    const session: Session = { http2, streams: 0, maxStreams: DEFAULT_MAX_STREAMS, idleTimer: undefined };
    http2.on('error', () => undefined);
    http2.once('remoteSettings', () => {
      http2.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
      this.sessions.add(session);
      this.connecting = undefined;
      this.retryAtMs = 0;
    });
    const onSettings = ({ maxConcurrentStreams }: Settings): void => {
      session.maxStreams = maxConcurrentStreams ?? DEFAULT_MAX_STREAMS;
    };
    http2.on('remoteSettings', onSettings);
    // The server finishes open streams, but accepts no new ones.
    http2.once('goaway', () => {
      http2.off('remoteSettings', onSettings);
      session.maxStreams = 0;
    });
    const pings = setInterval(() => ping(http2), PING_EVERY_MS).unref();
    http2.once('close', () => {
      clearInterval(pings);
      clearTimeout(session.idleTimer);
      this.sessions.delete(session);
    });
  }
}

/** Closes a connection that does not respond, which fails its streams. */
function ping(http2: ClientHttp2Session): void {
  if (http2.closed || http2.destroyed) return;
  const giveUp = setTimeout(() => http2.destroy(new Error('the connection is dead')), PING_EVERY_MS).unref();
  if (!http2.ping(() => clearTimeout(giveUp))) clearTimeout(giveUp);
}

function toHttp2Headers({ path, headers, body }: Http2Request): Record<string, string> {
  const sent: Record<string, string> = { ':method': 'POST', ':path': path };
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase();
    if (!CONNECTION_HEADERS.has(lower)) sent[lower] = headers[name] ?? '';
  }
  sent['content-length'] = String(body.length);
  return sent;
}

/** Forwards the events of a stream to an undici handler. */
function forwardEvents(stream: ClientHttp2Stream, handler: Dispatcher.DispatchHandler): void {
  const controller = new StreamController(stream, (error) => handler.onResponseError?.(controller, error));
  stream.on('response', (headers: IncomingHttpHeaders) => {
    handler.onResponseStart?.(controller, Number(headers[':status']), headers, '');
  });
  stream.on('data', (chunk: Buffer) => handler.onResponseData?.(controller, chunk));
  stream.once('error', (error: Error) => controller.fail(error));
  stream.once('close', () => {
    const isWhole = stream.readableEnded && stream.rstCode === constants.NGHTTP2_NO_ERROR;
    if (isWhole && !controller.aborted) handler.onResponseEnd?.(controller, {});
    else controller.fail(new Error('the stream was reset'));
  });
  handler.onRequestStart?.(controller, {});
}

class StreamController implements Dispatcher.DispatchController {
  aborted = false;
  reason: Error | null = null;
  private hasFailed = false;

  constructor(
    private readonly stream: ClientHttp2Stream,
    private readonly onFailed: (error: Error) => void,
  ) {}

  get paused(): boolean {
    return this.stream.isPaused();
  }

  pause(): void {
    this.stream.pause();
  }

  resume(): void {
    this.stream.resume();
  }

  abort(reason: Error): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.stream.close(constants.NGHTTP2_CANCEL);
    this.fail(reason);
  }

  fail(error: Error): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.onFailed(error);
  }
}

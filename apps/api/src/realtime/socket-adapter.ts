import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyAdapter } from '@nestjs/platform-fastify';
import { WsAdapter } from '@nestjs/platform-ws';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { getResponseHeaders } from '#http-edge';
import { MessageInlet } from '#realtime';
import { type SocketShare } from './token-sockets.js';
import { realtime } from '#wire';

const MEBIBYTE = 1024 * 1024;

const SOCKET_OPTIONS = {
  /** The default: slightly more than the largest event that OpenAI accepts. */
  maxPayload: 16 * MEBIBYTE,
  maxFragments: 16 * 1024,
  maxBufferedChunks: 64 * 1024,
  perMessageDeflate: false,
  // `MessageInlet` responds to pings, within the limits on frames.
  autoPong: false,
  handleProtocols: (offered: Set<string>) => realtime.subprotocolToEcho(offered) ?? false,
};

export interface AcceptedSocket extends Pick<SocketShare, 'inlet'> {
  /** Replaces the default. */
  maxFrameBytes?: number | undefined;
}

interface PendingUpgrade {
  socket: Socket;
  head: Buffer;
}

/**
 * Passes upgrade requests through routes, guards and filters like a GET request, so that they are refused like other requests.
 * The handler of their route calls `accept` to upgrade the connection.
 */
@Injectable()
export class SocketAdapter extends WsAdapter {
  private readonly pending = new WeakMap<IncomingMessage, PendingUpgrade>();
  private readonly headersByRequest = new WeakMap<IncomingMessage, string[]>();
  private socketServer: WebSocketServer | undefined;
  /** Servers that only do the handshake, for routes with another limit on frames. */
  private readonly handshakes = new Map<number, WebSocketServer>();

  constructor({ httpAdapter }: HttpAdapterHost<FastifyAdapter>) {
    super(httpAdapter.getInstance().server);
  }

  override create(port: number, options: Record<string, unknown> = {}): WebSocketServer {
    const server = super.create(port, { ...options, ...SOCKET_OPTIONS }) as WebSocketServer;
    this.socketServer = this.withHeaders(server);
    return server;
  }

  /** Accepts an upgrade, with the headers of the reply. The gateway class gets the socket as a new connection. */
  accept({ raw }: FastifyRequest, reply: FastifyReply, { inlet, maxFrameBytes }: AcceptedSocket): void {
    const { socketServer } = this;
    const upgrade = this.pending.get(raw);
    if (upgrade === undefined || socketServer === undefined)
      throw new Error('this is not an upgrade request');
    this.headersByRequest.set(raw, buildHeaderLines(reply));
    reply.hijack();
    const handshake = maxFrameBytes === undefined ? socketServer : this.getHandshakeServer(maxFrameBytes);
    const maxMessageBytes = maxFrameBytes ?? SOCKET_OPTIONS.maxPayload;
    handshake.handleUpgrade(raw, upgrade.socket, upgrade.head, (socket) => {
      const opened = MessageInlet.open(socket, upgrade.socket, { ...inlet, maxMessageBytes });
      socketServer.emit('connection', socket, raw, opened);
    });
  }

  private getHandshakeServer(maxPayload: number): WebSocketServer {
    const existing = this.handshakes.get(maxPayload);
    if (existing !== undefined) return existing;
    const options = { ...SOCKET_OPTIONS, noServer: true, clientTracking: false, maxPayload };
    const server = this.withHeaders(new WebSocketServer(options));
    this.handshakes.set(maxPayload, server);
    return server;
  }

  private withHeaders(server: WebSocketServer): WebSocketServer {
    server.on('headers', (headers, request) => headers.push(...(this.headersByRequest.get(request) ?? [])));
    return server;
  }

  /** Does nothing: `MessageInlet` reads the sockets, not Nest. */
  override bindMessageHandlers(): void {}

  /** Logs errors of the server. Errors of a socket are handled by its session. */
  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    server.on('error', (error) => this.logger.error(error));
    return server;
  }

  protected override ensureHttpServerExists(port: number, server: Server): Server {
    if (this.httpServersRegistry.has(port)) return server;
    const onUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): void =>
      this.route(server, request, { socket, head });
    this.httpServersRegistry.set(port, server);
    server.on('upgrade', onUpgrade);
    return server;
  }

  private route(server: Server, request: IncomingMessage, upgrade: PendingUpgrade): void {
    const { socket, head } = upgrade;
    if (request.headers.upgrade?.toLowerCase() !== 'websocket' || request.method !== 'GET') {
      handleWithoutUpgrade(server, request, socket, head);
      return;
    }
    // Node has removed its error listener, and an unhandled error of the socket would end the process.
    socket.on('error', () => socket.destroy());
    this.pending.set(request, upgrade);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    server.emit('request', request, response);
  }
}

function buildHeaderLines(reply: FastifyReply): string[] {
  return Object.entries(getResponseHeaders(reply)).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  );
}

/**
 * Ignores the upgrade header of a request for another protocol, as HTTP allows. For example, Java's client offers HTTP/2 with its
 * first request. After an upgrade event Node does not read the connection any more, so the request is put back into the socket
 * without the header, and the server parses it again.
 */
function handleWithoutUpgrade(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!isUpgradeHeader(name)) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  const again = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.unshift(Buffer.concat([again, head]));
  server.emit('connection', socket);
}

function isUpgradeHeader(header: string): boolean {
  return ['upgrade', 'connection', 'http2-settings'].includes(header.toLowerCase());
}

import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyAdapter } from '@nestjs/platform-fastify';
import { WsAdapter } from '@nestjs/platform-ws';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { getAnswerHeaders } from '#http-edge';
import { MessageInlet } from '#realtime';
import { type SocketShare } from './token-sockets.js';
import { realtime } from '#wire';

const MEBIBYTE = 1024 * 1024;

const SOCKET_OPTIONS = {
  /** Unless a route says otherwise: a little more than the longest event that the official service takes. */
  maxPayload: 16 * MEBIBYTE,
  maxFragments: 16 * 1024,
  maxBufferedChunks: 64 * 1024,
  perMessageDeflate: false,
  // Whoever reads the socket answers pings, within bounds.
  autoPong: false,
  handleProtocols: (offered: Set<string>) => realtime.subprotocolToEcho(offered) ?? false,
};

export interface AcceptedSocket extends Pick<SocketShare, 'inlet'> {
  /** Where it is not as usual. */
  maxFrameBytes?: number | undefined;
}

interface PendingUpgrade {
  socket: Socket;
  head: Buffer;
}

/**
 * Upgrade requests take the way of every other request: routes, guards and filters see them as a GET, so that whatever
 * is refused is refused as everywhere. Only the route that they are meant for turns them into sockets.
 */
@Injectable()
export class SocketAdapter extends WsAdapter {
  private readonly pending = new WeakMap<IncomingMessage, PendingUpgrade>();
  private readonly headersByRequest = new WeakMap<IncomingMessage, string[]>();
  private socketServer: WebSocketServer | undefined;
  /** Those that only shake hands, for routes whose frames have another limit. */
  private readonly handshakes = new Map<number, WebSocketServer>();

  constructor({ httpAdapter }: HttpAdapterHost<FastifyAdapter>) {
    super(httpAdapter.getInstance().server);
  }

  override create(port: number, options: Record<string, unknown> = {}): WebSocketServer {
    const server = super.create(port, { ...options, ...SOCKET_OPTIONS }) as WebSocketServer;
    this.socketServer = this.withHeaders(server);
    return server;
  }

  /** Says yes to an upgrade, with the headers that the reply has by now; the gateway learns of the new socket. */
  accept({ raw }: FastifyRequest, reply: FastifyReply, { inlet, maxFrameBytes }: AcceptedSocket): void {
    const { socketServer } = this;
    const upgrade = this.pending.get(raw);
    if (upgrade === undefined || socketServer === undefined)
      throw new Error('this is not an upgrade request');
    this.headersByRequest.set(raw, headerLines(reply));
    reply.hijack();
    const handshake = maxFrameBytes === undefined ? socketServer : this.handshakeFor(maxFrameBytes);
    const maxMessageBytes = maxFrameBytes ?? SOCKET_OPTIONS.maxPayload;
    handshake.handleUpgrade(raw, upgrade.socket, upgrade.head, (socket) => {
      const opened = MessageInlet.open(socket, upgrade.socket, { ...inlet, maxMessageBytes });
      socketServer.emit('connection', socket, raw, opened);
    });
  }

  private handshakeFor(maxPayload: number): WebSocketServer {
    const known = this.handshakes.get(maxPayload);
    if (known !== undefined) return known;
    const options = { ...SOCKET_OPTIONS, noServer: true, clientTracking: false, maxPayload };
    const server = this.withHeaders(new WebSocketServer(options));
    this.handshakes.set(maxPayload, server);
    return server;
  }

  private withHeaders(server: WebSocketServer): WebSocketServer {
    server.on('headers', (headers, request) => headers.push(...(this.headersByRequest.get(request) ?? [])));
    return server;
  }

  /** Frames are not messages in Nest's sense: the gateway reads its sockets itself. */
  override bindMessageHandlers(): void {}

  /** Faults of a socket are its session's business. */
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
      handBack(server, request, socket, head);
      return;
    }
    // Node has let go of the socket, and a fault of it would otherwise end the process.
    socket.on('error', () => socket.destroy());
    this.pending.set(request, upgrade);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    server.emit('request', request, response);
  }
}

function headerLines(reply: FastifyReply): string[] {
  return Object.entries(getAnswerHeaders(reply)).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  );
}

/**
 * Serves a request that offers another protocol than we speak as if it had not: an offer may be ignored. Java's client,
 * for one, offers HTTP/2 with every first request, and Node leaves the rest of such a connection to whoever listens
 * for upgrades. So the request is put back without the offer, and the server reads it again.
 */
function handBack(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!isAboutTheOffer(name)) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  const again = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.unshift(Buffer.concat([again, head]));
  server.emit('connection', socket);
}

function isAboutTheOffer(header: string): boolean {
  return ['upgrade', 'connection', 'http2-settings'].includes(header.toLowerCase());
}

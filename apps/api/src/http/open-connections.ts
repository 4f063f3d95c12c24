import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { Injectable } from '@nestjs/common';

/**
 * Closes connections when the server stops: those without a request at once, the others after their answer. Node by
 * itself waits for connections that clients have opened in advance, and for those that turn idle later.
 */
@Injectable()
export class OpenConnections {
  private readonly requestsOn = new Map<Socket, number>();
  private isClosing = false;

  /** Called after all others that listen for requests: a request counts while it waits in a queue of theirs, too. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.requestsOn.set(socket, 0);
      socket.once('close', () => this.requestsOn.delete(socket));
    });
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.count(socket, 1);
      response.once('close', () => this.count(socket, -1));
    });
  }

  close(): void {
    this.isClosing = true;
    for (const socket of this.requestsOn.keys()) this.closeIfIdle(socket);
  }

  private count(socket: Socket, change: number): void {
    if (!this.requestsOn.has(socket)) return;
    this.requestsOn.set(socket, (this.requestsOn.get(socket) ?? 0) + change);
    this.closeIfIdle(socket);
  }

  private closeIfIdle(socket: Socket): void {
    if (this.isClosing && this.requestsOn.get(socket) === 0) socket.destroySoon();
  }
}

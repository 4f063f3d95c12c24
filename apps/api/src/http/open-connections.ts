import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { Injectable } from '@nestjs/common';

/**
 * Closes connections when the server stops: idle ones at once, the others after their response. Node does not close connections
 * on which no request was sent yet, or which become idle later.
 */
@Injectable()
export class OpenConnections {
  private readonly requestsOn = new Map<Socket, number>();
  private isClosing = false;

  /** Call this after all other listeners are added, so that requests are counted before they wait in the request queue. */
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

import { type IncomingMessage } from 'node:http';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import { type WebSocket } from 'ws';
import { type MessageInlet } from '#realtime';
import { LiveSessions } from './live-sessions.js';

/** Starts the session of each WebSocket that the route of the same path has accepted. */
@WebSocketGateway({ path: '/v1/realtime' })
export class RealtimeGateway implements OnGatewayConnection<WebSocket> {
  constructor(private readonly sessions: LiveSessions) {}

  handleConnection(socket: WebSocket, request: IncomingMessage, inlet: MessageInlet): void {
    this.sessions.start(socket, request, inlet);
  }
}

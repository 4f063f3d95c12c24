import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Account } from '../account.js';
import type { ReceivedBody } from '../bodies/received-body.js';
import { toSha256 } from '../made-up/pseudo-random.js';
import { buildFailure, toRefusal } from '../openai/errors.js';
import { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { ErrorAnswer } from '../service.js';
import { Dialogue } from './dialogue.js';
import type { ConnectionDirection } from './directions.js';
import { enter, type Entrance } from './entrance.js';
import { RealtimeConnection, type Listener } from './realtime-connection.js';
import { refuseUpgrade } from './refuse-upgrade.js';

const MAX_FRAME_BYTES = 32 * 1024 * 1024;
const NO_BODY: ReceivedBody = { raw: Buffer.alloc(0), sizeBytes: 0, sha256: toSha256(Buffer.alloc(0)) };

/** Ignores all events. */
const IGNORING_LISTENER: Listener = { onEvent: () => {}, onClose: () => {} };

interface Arrival {
  message: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** Handles the upgrade requests of a server. */
export class RealtimeEntryPoint {
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  });
  readonly #sockets = new Set<Duplex>();

  constructor(
    private readonly account: Account,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  open(message: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    const request = new ReceivedRequest(message, NO_BODY, credentialHeadersAt(message.url ?? ''));
    const connection = new RealtimeConnection(request);
    this.account.realtime.add(connection);
    this.#answer(connection, { message, socket, head });
  }

  /** Closes every connection, also those that wait for a response. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #answer(connection: RealtimeConnection, arrival: Arrival): void {
    const direction = this.account.realtime.takeConnectionDirection();
    try {
      const entrance = enter(connection, this.account);
      connection.dialect = entrance.dialect;
      if (direction) this.#follow(direction, connection, arrival);
      else this.#converse(connection, entrance, arrival);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(connection, arrival.socket, toRefusal(error));
    }
  }

  #follow(direction: ConnectionDirection, connection: RealtimeConnection, arrival: Arrival): void {
    switch (direction.kind) {
      case 'refuse':
        return refuse(connection, arrival.socket, toAnswer(direction));
      case 'hang':
        return;
      case 'reset':
        return reset(arrival.socket);
      case 'silent':
        return this.#upgrade(arrival, (socket) => connection.attach(socket, IGNORING_LISTENER));
      case 'close':
        return this.#upgrade(arrival, (socket) => {
          connection.attach(socket, IGNORING_LISTENER);
          connection.close(direction.code, direction.reason);
        });
    }
  }

  #converse(connection: RealtimeConnection, entrance: Entrance, arrival: Arrival): void {
    this.#upgrade(arrival, (socket) => {
      const dialogue = new Dialogue(connection, entrance, this.account);
      const guarded = (step: () => void) => {
        try {
          step();
        } catch (error) {
          this.onFailure(error);
          connection.cut();
        }
      };
      connection.attach(socket, {
        onEvent: (event) => guarded(() => dialogue.receive(event)),
        onClose: () => dialogue.end(),
      });
      guarded(() => dialogue.begin());
    });
  }

  #upgrade({ message, socket, head }: Arrival, onOpen: (socket: WebSocket) => void): void {
    this.#server.handleUpgrade(message, socket, head, onOpen);
  }
}

function refuse(connection: RealtimeConnection, socket: Duplex, answer: ErrorAnswer): void {
  connection.refusedWith = answer.status;
  refuseUpgrade(socket, answer);
}

function reset(socket: Duplex): void {
  if (socket instanceof Socket) socket.resetAndDestroy();
  else socket.destroy();
}

function credentialHeadersAt(path: string): string[] {
  return path.startsWith('/openai/') ? ['api-key', 'authorization'] : ['authorization'];
}

function toAnswer({ status, body, headers }: ConnectionDirection & { kind: 'refuse' }): ErrorAnswer {
  const usual = buildFailure(status);
  return { status, body: body ?? usual.body, headers: { ...usual.headers, ...headers } };
}

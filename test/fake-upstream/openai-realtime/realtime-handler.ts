import { EventEmitter, once } from 'node:events';
import { directionIn, type ConnectionDirection, type ResponseDirection } from './directions.js';
import type { RealtimeConnection } from './realtime-connection.js';
import type { ResponseRecord } from './response-record.js';

export interface RealtimeOptions {
  /** The models that it has, besides those with `realtime` in their name. */
  models?: readonly string[];
}

/** The names that tests of other services use for a model. */
const DEFAULT_MODELS = ['m', 'gpt-fake'];
const DEFAULT_WAIT_MS = 5_000;

/** Sets the directions of realtime connections, and records them. */
export class RealtimeHandler {
  /** Every upgrade request, also rejected ones. */
  readonly connections: RealtimeConnection[] = [];
  readonly #models: readonly string[];
  readonly #nextConnections: ConnectionDirection[] = [];
  readonly #nextResponses: ResponseDirection[] = [];
  readonly #arrivals = new EventEmitter();

  constructor({ models = DEFAULT_MODELS }: RealtimeOptions = {}) {
    this.#models = models;
  }

  /** Every response of every connection. */
  get responses(): ResponseRecord[] {
    return this.connections.flatMap(({ responses }) => responses);
  }

  openConnections(): number {
    return this.connections.filter(({ isOpen }) => isOpen).length;
  }

  /** Sets what happens to the next connections, one direction for each. */
  nextConnection(direction: ConnectionDirection, times = 1): void {
    for (let count = 0; count < times; count += 1) this.#nextConnections.push(direction);
  }

  /** Sets the course of the next responses, on any connection. */
  nextResponse(direction: ResponseDirection, times = 1): void {
    for (let count = 0; count < times; count += 1) this.#nextResponses.push(direction);
  }

  /** Waits for the connection with this index. */
  async waitForConnection(index: number, timeoutMs = DEFAULT_WAIT_MS): Promise<RealtimeConnection> {
    const deadline = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const connection = this.connections[index];
      if (connection) return connection;
      await once(this.#arrivals, 'connection', { signal: deadline }).catch(() => {
        const count = this.connections.length;
        throw new Error(`No realtime connection ${index} within ${timeoutMs} ms; ${count} came before it`);
      });
    }
  }

  knowsModel(model: string): boolean {
    return model.includes('realtime') || this.#models.includes(model);
  }

  add(connection: RealtimeConnection): void {
    this.connections.push(connection);
    this.#arrivals.emit('connection');
  }

  takeConnectionDirection(): ConnectionDirection | undefined {
    return this.#nextConnections.shift();
  }

  /** A direction in the user's text comes before the planned ones. */
  takeResponseDirection(lastUserText: string): ResponseDirection {
    return directionIn(lastUserText) ?? this.#nextResponses.shift() ?? { kind: 'say' };
  }
}

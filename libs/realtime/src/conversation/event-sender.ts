import { GatewayError } from '#canonical';
import { type RealtimePorts } from './ports.js';
import { type ServerEventType } from './protocol/events.js';

/** Sends server events with their ids, and none after the session was closed. */
export class EventSender {
  private isClosed = false;

  constructor(
    private readonly ports: Pick<
      RealtimePorts,
      'emit' | 'newId' | 'describeError' | 'onRefused' | 'onUnexpected'
    >,
  ) {}

  emit(type: ServerEventType, fields: Record<string, unknown>): void {
    if (this.isClosed) return;
    this.ports.emit({ type, event_id: this.ports.newId('event'), ...fields });
  }

  /** Sends an error to the client. The session continues. */
  refuse(thrown: unknown, clientEventId: string | null = null): void {
    const error = this.toGatewayError(thrown);
    if (this.isClosed) return;
    this.ports.onRefused?.(error);
    const { type, code, message, param } = this.ports.describeError(error);
    this.emit('error', { error: { type, code, message, param, event_id: clientEventId } });
  }

  toGatewayError(thrown: unknown): GatewayError {
    if (!(thrown instanceof GatewayError)) this.ports.onUnexpected(thrown);
    return GatewayError.from(thrown);
  }

  close(): void {
    this.isClosed = true;
  }
}

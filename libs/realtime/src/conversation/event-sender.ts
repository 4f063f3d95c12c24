import { GatewayError } from '#canonical';
import { type RealtimePorts } from './ports.js';
import { type ServerEventType } from './protocol/events.js';

/** Sends server events: gives each its id, and sends none once the session is closed. */
export class EventSender {
  private isClosed = false;

  constructor(
    private readonly ports: Pick<RealtimePorts, 'emit' | 'newId' | 'describeError' | 'onUnexpected'>,
  ) {}

  emit(type: ServerEventType, fields: Record<string, unknown>): void {
    if (this.isClosed) return;
    this.ports.emit({ type, event_id: this.ports.newId('event'), ...fields });
  }

  /** Tells the client what went wrong; the session goes on. */
  refuse(thrown: unknown, clientEventId: string | null = null): void {
    const { type, code, message, param } = this.ports.describeError(this.toGatewayError(thrown));
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

import { GatewayError } from '#canonical';
import { type RealtimePorts } from './ports.js';
import { type ServerEventType } from './protocol/server-event.js';

/** Where every event leaves: it gets its id, and nothing leaves once the session is closed. */
export class Outbox {
  private isClosed = false;

  constructor(private readonly ports: Pick<RealtimePorts, 'emit' | 'newId' | 'wordError' | 'onUnexpected'>) {}

  emit(type: ServerEventType, fields: Record<string, unknown>): void {
    if (this.isClosed) return;
    this.ports.emit({ type, event_id: this.ports.newId('event'), ...fields });
  }

  /** Tells the client what went wrong; the session goes on. */
  refuse(thrown: unknown, clientEventId: string | null = null): void {
    const { type, code, message, param } = this.ports.wordError(this.faultOf(thrown));
    this.emit('error', { error: { type, code, message, param, event_id: clientEventId } });
  }

  faultOf(thrown: unknown): GatewayError {
    if (!(thrown instanceof GatewayError)) this.ports.onUnexpected(thrown);
    return GatewayError.from(thrown);
  }

  close(): void {
    this.isClosed = true;
  }
}

import { GatewayError } from '#canonical';
import { LimitRefusal } from '#limits';
import { type PolicyService, type RelayRecord } from '#relay';
import { realtime } from '#wire';
import { type SessionCall, type SessionClient } from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type RealtimeEvent, measureAppendedAudio, readEvent, textIn } from './frame-content.js';
import { type InputMeter } from './input-meter.js';
import { type ModelNames } from './model-names.js';
import { type ResponseBills } from './response-bills.js';
import { type UpstreamLink } from './upstream-link.js';

export interface FramesToUpstreamOptions {
  call: SessionCall;
  client: SessionClient;
  link: UpstreamLink;
  /** Undefined where both sides use the same dialect. */
  bridge: realtime.DialectBridge | undefined;
  names: ModelNames;
  meter: InputMeter;
  bills: ResponseBills;
  policies: PolicyService;
  signal: AbortSignal;
}

/** Relays the client's frames to the upstream, unchanged wherever possible. */
export class FramesToUpstream {
  private checkedEvents = 0;

  constructor(private readonly options: FramesToUpstreamOptions) {}

  readonly handle = (frame: Frame): void | Promise<void> => {
    const audioCharacters = measureAppendedAudio(frame.data);
    if (audioCharacters !== undefined) {
      this.options.meter.noteAudio(audioCharacters);
      // This event is the same in all dialects.
      return this.send(frame.data, frame.isBinary);
    }
    const event = readEvent(frame.data);
    return event === undefined ? this.pass(frame) : this.handleEvent(event, frame);
  };

  private handleEvent(event: RealtimeEvent, frame: Frame): void | Promise<void> {
    try {
      const named = withEventId(event, () => this.options.names.forUpstream(event));
      const isChecked = !this.options.policies.isEmpty;
      if (isChecked || event.type === 'response.create') return this.ask(named, event, frame);
      return this.passEvent(named, event, frame);
    } catch (error) {
      return this.refuse(error);
    }
  }

  /** For events that limits, budget or policies may refuse. */
  private async ask(named: RealtimeEvent, event: RealtimeEvent, frame: Frame): Promise<void> {
    const { bills, meter } = this.options;
    try {
      const kept = await this.keepToPolicies(named);
      if (event.type === 'response.create')
        await bills.ask(kept, meter.estimateSize(kept)).catch(rethrowRefusal(event));
      await this.passEvent(kept, event, frame);
    } catch (error) {
      this.refuse(error);
    }
  }

  private async keepToPolicies(event: RealtimeEvent): Promise<RealtimeEvent> {
    const { policies, call, bills, signal } = this.options;
    if (policies.isEmpty) return event;
    const { token, admitted, sessionId } = call;
    const record: RelayRecord = { attempts: [] };
    this.checkedEvents += 1;
    const requestId = `${call.requestId}-event-${this.checkedEvents}`;
    try {
      const asking = { token, admitted, requestId, sessionId, record, signal, isStrict: false };
      const { body } = await policies.keepContent('openai-realtime', event, asking);
      bills.noteFlagged(record.flagged ?? []);
      return body;
    } catch (error) {
      throw toFault(event, error);
    }
  }

  /** Reports a refused event to the client; the session goes on. */
  private refuse(error: unknown): void {
    if (!(error instanceof realtime.RealtimeFault)) throw error;
    const { client, call } = this.options;
    const event = realtime.encodeRealtimeError(error);
    for (const frame of realtime.encodeServerEvent(event, call.dialect)) client.send(frame);
  }

  private passEvent(changed: RealtimeEvent, event: RealtimeEvent, frame: Frame): void | Promise<void> {
    this.options.meter.note(changed);
    if (changed === event) return this.pass(frame);
    return this.pass({ data: Buffer.from(JSON.stringify(changed)), isBinary: false });
  }

  private pass({ data, isBinary }: Frame): void | Promise<void> {
    const { bridge, link } = this.options;
    if (bridge === undefined) return this.send(data, isBinary);
    for (const translated of bridge.toUpstream(data.toString('utf8'))) link.send(translated);
    return link.drained();
  }

  private send(data: Buffer, isBinary: boolean): void | Promise<void> {
    const { link } = this.options;
    link.send(data, isBinary);
    return link.drained();
  }
}

function withEventId<Result>(event: RealtimeEvent, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toFault(event, error);
  }
}

/** Limits refuse one response, but a budget ends the session. */
function rethrowRefusal(event: RealtimeEvent): (error: unknown) => never {
  return (error) => {
    throw error instanceof LimitRefusal ? toFault(event, error) : error;
  };
}

function toFault(event: RealtimeEvent, error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  return new realtime.RealtimeFault(error, textIn(event, 'event_id'));
}

import { type AdmittedCall, newRecord } from '#admission';
import { GatewayError } from '#canonical';
import { LimitRefusal, OverloadRefusal } from '#limits';
import { type PolicyService } from '#relay';
import { realtime } from '#wire';
import { type SessionCall, type SessionClient, type SessionHost } from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type RealtimeEvent, measureAppendedAudio, readEvent, getText } from './frame-content.js';
import { type InputMeter } from './input-meter.js';
import { type ModelNames } from './model-names.js';
import { type ResponseBills } from './response-bills.js';
import { type UpstreamLink } from './upstream-link.js';

export interface FramesToUpstreamOptions {
  call: SessionCall;
  client: SessionClient;
  host: SessionHost;
  link: UpstreamLink;
  /** Undefined if both sides use the same dialect. */
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
    return event === undefined ? this.forward(frame) : this.handleEvent(event, frame);
  };

  private handleEvent(event: RealtimeEvent, frame: Frame): void | Promise<void> {
    try {
      const renamed = withEventId(event, () => this.options.names.forUpstream(event));
      const isChecked = !this.options.policies.isEmpty;
      if (isChecked || event.type === 'response.create') return this.forwardIfAllowed(renamed, event, frame);
      return this.forwardEvent(renamed, event, frame);
    } catch (error) {
      return this.refuse(error);
    }
  }

  /** Forwards an event that limits, budgets or policies may reject. */
  private async forwardIfAllowed(renamed: RealtimeEvent, event: RealtimeEvent, frame: Frame): Promise<void> {
    const { bills, meter } = this.options;
    try {
      const allowed = await this.applyPolicies(renamed);
      if (event.type === 'response.create')
        await bills.admitResponse(allowed, meter.estimateSize(allowed)).catch(rethrowRefusal(event));
      await this.forwardEvent(allowed, event, frame);
    } catch (error) {
      this.refuse(error);
    }
  }

  private async applyPolicies(event: RealtimeEvent): Promise<RealtimeEvent> {
    const { policies, call, host, bills, signal } = this.options;
    if (policies.isEmpty) return event;
    const { admitted, sessionId } = call;
    const record = newRecord();
    this.checkedEvents += 1;
    const requestId = `${admitted.requestId}-event-${this.checkedEvents}`;
    try {
      // An event is not a request, but each of them can cause a moderation request.
      const admitModeration = async (tokens: number): Promise<AdmittedCall> => host.admit(requestId, tokens);
      const policyCall = {
        admitted,
        admitModeration,
        requestId,
        sessionId,
        record,
        signal,
        isStrict: false,
      };
      const { body } = await policies.applyToContent('openai-realtime', event, policyCall);
      bills.noteFlagged(record.flagged ?? []);
      return body;
    } catch (error) {
      throw toFault(event, error);
    }
  }

  /** Reports a rejected event to the client. The session continues. */
  private refuse(error: unknown): void {
    if (!(error instanceof realtime.RealtimeFault)) throw error;
    const { client, call, host } = this.options;
    host.onRefused(error.refusal);
    const event = realtime.encodeRealtimeError(error);
    for (const frame of realtime.encodeServerEvent(event, call.dialect)) client.send(frame);
  }

  private forwardEvent(changed: RealtimeEvent, event: RealtimeEvent, frame: Frame): void | Promise<void> {
    this.options.meter.note(changed);
    if (changed === event) return this.forward(frame);
    return this.forward({ data: Buffer.from(JSON.stringify(changed)), isBinary: false });
  }

  private forward({ data, isBinary }: Frame): void | Promise<void> {
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

/** Limits and overload reject one response. A budget ends the session. */
function rethrowRefusal(event: RealtimeEvent): (error: unknown) => never {
  return (error) => {
    const isForOne = error instanceof LimitRefusal || error instanceof OverloadRefusal;
    throw isForOne ? toFault(event, error) : error;
  };
}

function toFault(event: RealtimeEvent, error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  return new realtime.RealtimeFault(error, getText(event, 'event_id'));
}

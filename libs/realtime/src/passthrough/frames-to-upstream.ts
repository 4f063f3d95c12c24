import { GatewayError } from '#canonical';
import { LimitRefusal } from '#limits';
import { type PolicyDesk, type RelayRecord } from '#relay';
import { realtime } from '#wire';
import { type SessionCall, type SessionClient } from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type RealtimeEvent, appendedSound, readEvent, textIn } from './frame-content.js';
import { type InputMeter } from './input-meter.js';
import { type ModelNames } from './model-names.js';
import { type ResponseBills } from './response-bills.js';
import { type UpstreamLink } from './upstream-link.js';

export interface FramesToUpstreamParts {
  call: SessionCall;
  client: SessionClient;
  link: UpstreamLink;
  /** Undefined where both sides speak alike. */
  bridge: realtime.DialectBridge | undefined;
  names: ModelNames;
  meter: InputMeter;
  bills: ResponseBills;
  policies: PolicyDesk;
  signal: AbortSignal;
}

/** What the client says, on its way to the upstream: untouched wherever that is possible. */
export class FramesToUpstream {
  private judged = 0;

  constructor(private readonly parts: FramesToUpstreamParts) {}

  readonly handle = (frame: Frame): void | Promise<void> => {
    const sound = appendedSound(frame.data);
    if (sound !== undefined) {
      this.parts.meter.noteSound(sound);
      // It is said alike in all dialects.
      return this.send(frame.data, frame.isBinary);
    }
    const event = readEvent(frame.data);
    return event === undefined ? this.pass(frame) : this.handleEvent(event, frame);
  };

  private handleEvent(event: RealtimeEvent, frame: Frame): void | Promise<void> {
    try {
      const named = ofOneEvent(event, () => this.parts.names.forUpstream(event));
      const isJudged = !this.parts.policies.isEmpty;
      if (isJudged || event.type === 'response.create') return this.ask(named, event, frame);
      return this.passEvent(named, event, frame);
    } catch (error) {
      return this.refuse(error);
    }
  }

  /** What somebody has to agree to before it goes on. */
  private async ask(named: RealtimeEvent, event: RealtimeEvent, frame: Frame): Promise<void> {
    const { bills, meter } = this.parts;
    try {
      const kept = await this.keepToPolicies(named);
      if (event.type === 'response.create') await bills.ask(kept, meter.sizeOf(kept)).catch(limitOf(event));
      await this.passEvent(kept, event, frame);
    } catch (error) {
      this.refuse(error);
    }
  }

  private async keepToPolicies(event: RealtimeEvent): Promise<RealtimeEvent> {
    const { policies, call, bills, signal } = this.parts;
    if (policies.isEmpty) return event;
    const { token } = call;
    const record: RelayRecord = { attempts: [] };
    this.judged += 1;
    const requestId = `${call.requestId}-event-${this.judged}`;
    try {
      const asking = { token, requestId, record, signal, isStrict: false };
      const { body } = await policies.keepContent('openai-realtime', event, asking);
      bills.noteFlagged(record.flagged ?? []);
      return body;
    } catch (error) {
      throw faultOf(event, error);
    }
  }

  /** What is wrong with one event is told to the client, and nothing else happens. */
  private refuse(error: unknown): void {
    if (!(error instanceof realtime.RealtimeFault)) throw error;
    const { client, call } = this.parts;
    const event = realtime.encodeRealtimeError(error);
    for (const frame of realtime.encodeServerEvent(event, call.dialect)) client.send(frame);
  }

  private passEvent(changed: RealtimeEvent, event: RealtimeEvent, frame: Frame): void | Promise<void> {
    this.parts.meter.note(changed);
    if (changed === event) return this.pass(frame);
    return this.pass({ data: Buffer.from(JSON.stringify(changed)), isBinary: false });
  }

  private pass({ data, isBinary }: Frame): void | Promise<void> {
    const { bridge, link } = this.parts;
    if (bridge === undefined) return this.send(data, isBinary);
    for (const translated of bridge.toUpstream(data.toString('utf8'))) link.send(translated);
    return link.drained();
  }

  private send(data: Buffer, isBinary: boolean): void | Promise<void> {
    const { link } = this.parts;
    link.send(data, isBinary);
    return link.drained();
  }
}

function ofOneEvent<Result>(event: RealtimeEvent, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw faultOf(event, error);
  }
}

/** Limits refuse one response, but a budget ends the session. */
function limitOf(event: RealtimeEvent): (error: unknown) => never {
  return (error) => {
    throw error instanceof LimitRefusal ? faultOf(event, error) : error;
  };
}

function faultOf(event: RealtimeEvent, error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  return new realtime.RealtimeFault(error, textIn(event, 'event_id'));
}

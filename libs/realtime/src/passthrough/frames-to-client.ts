import { realtime } from '#wire';
import { type SessionClient } from '../session.js';
import { type Frame } from '../sockets/frame.js';
import {
  type RealtimeEvent,
  mustBeParsed,
  getObject,
  readDeltaType,
  readEvent,
  readResponseId,
} from './frame-content.js';
import { type InputMeter } from './input-meter.js';
import { type ModelNames } from './model-names.js';
import { type ResponseBills } from './response-bills.js';
import { type SessionFacts } from './session-facts.js';

const AUDIO_DELTA = /^response\.(?:output_)?audio\.delta$/;
const TOKENS_PER_OUTPUT_SECOND = 20;

export interface FramesToClientOptions {
  client: SessionClient;
  /** Undefined if both sides use the same dialect. */
  bridge: realtime.DialectBridge | undefined;
  upstreamDialect: realtime.RealtimeDialect;
  names: ModelNames;
  facts: SessionFacts;
  meter: InputMeter;
  bills: ResponseBills;
  secrets: readonly string[];
}

/** Relays the upstream's frames to the client, unchanged wherever possible. */
export class FramesToClient {
  constructor(private readonly options: FramesToClientOptions) {}

  readonly handle = (frame: Frame): void | Promise<void> => {
    const { data } = frame;
    const delta = readDeltaType(data);
    if (delta !== undefined) this.noteDelta(delta, data);
    else if (mustBeParsed(data)) {
      const event = readEvent(data);
      if (event !== undefined) return this.handleEvent(event, frame);
    }
    return this.send(data);
  };

  private handleEvent(event: RealtimeEvent, { data }: Frame): void | Promise<void> {
    const { facts, names, meter, bills, secrets } = this.options;
    switch (event.type) {
      case 'session.created':
      case 'session.updated':
      case 'transcription_session.created':
      case 'transcription_session.updated':
        facts.update(getObject(this.toGaNames(event), 'session'));
        return this.sendEvent(names.forClient(event), event, data);
      case 'response.created': {
        const work = bills.onCreated(event, () => meter.estimateSize());
        meter.noteResponse();
        return work === undefined ? this.send(data) : work.then(() => this.send(data));
      }
      case 'response.done':
        bills.onDone(event);
        return this.send(data);
      case 'conversation.item.input_audio_transcription.completed':
        return this.noteTranscript(event, data);
      case 'error':
        bills.onError(event);
        return this.sendEvent(realtime.scrubErrorEvent(event, secrets) as RealtimeEvent, event, data);
      default:
        return this.send(data);
    }
  }

  private noteDelta(type: string, data: Buffer): void {
    const { bills, facts } = this.options;
    const bill = bills.findRunning(readResponseId(data));
    if (AUDIO_DELTA.test(type))
      bill?.noteAudio(facts.toOutputSeconds(data.length) * TOKENS_PER_OUTPUT_SECOND);
    else bill?.noteText(data.toString('utf8'));
  }

  private noteTranscript(event: RealtimeEvent, data: Buffer): void | Promise<void> {
    const { bills, facts } = this.options;
    const usage = realtime.readTranscriptionUsage(event);
    if (usage === undefined || facts.transcriptionModel === undefined) return this.send(data);
    return bills.billTranscription(facts.transcriptionModel, usage).then(() => this.send(data));
  }

  private toGaNames(event: RealtimeEvent): RealtimeEvent {
    if (this.options.upstreamDialect === 'ga') return event;
    return (realtime.serverEventFromBeta(event)[0] ?? event) as RealtimeEvent;
  }

  private sendEvent(changed: RealtimeEvent, event: RealtimeEvent, data: Buffer): void | Promise<void> {
    return this.send(changed === event ? data : JSON.stringify(changed));
  }

  private send(data: string | Buffer): void | Promise<void> {
    const { client, bridge } = this.options;
    if (bridge === undefined) client.send(data);
    else for (const translated of bridge.toClient(data.toString('utf8'))) client.send(translated);
    return client.drained();
  }
}

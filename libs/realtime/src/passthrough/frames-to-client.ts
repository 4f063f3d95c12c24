import { realtime } from '#wire';
import { type SessionClient } from '../session.js';
import { type Frame } from '../sockets/frame.js';
import {
  type RealtimeEvent,
  mayBeWatched,
  objectIn,
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
  /** Undefined where both sides use the same dialect. */
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
    else if (mayBeWatched(data)) {
      const event = readEvent(data);
      if (event !== undefined) return this.handleEvent(event, frame);
    }
    return this.pass(data);
  };

  private handleEvent(event: RealtimeEvent, { data }: Frame): void | Promise<void> {
    const { facts, names, meter, bills, secrets } = this.options;
    switch (event.type) {
      case 'session.created':
      case 'session.updated':
      case 'transcription_session.created':
      case 'transcription_session.updated':
        facts.note(objectIn(this.inTodaysNames(event), 'session'));
        return this.passEvent(names.forClient(event), event, data);
      case 'response.created': {
        const work = bills.created(event, () => meter.estimateSize());
        meter.noteResponse();
        return work === undefined ? this.pass(data) : work.then(() => this.pass(data));
      }
      case 'response.done':
        bills.done(event);
        return this.pass(data);
      case 'conversation.item.input_audio_transcription.completed':
        return this.noteTranscript(event, data);
      case 'error':
        bills.refused(event);
        return this.passEvent(realtime.scrubErrorEvent(event, secrets) as RealtimeEvent, event, data);
      default:
        return this.pass(data);
    }
  }

  private noteDelta(type: string, data: Buffer): void {
    const { bills, facts } = this.options;
    const bill = bills.runningWith(readResponseId(data));
    if (AUDIO_DELTA.test(type))
      bill?.noteAudio(facts.toOutputSeconds(data.length) * TOKENS_PER_OUTPUT_SECOND);
    else bill?.noteText(data.toString('utf8'));
  }

  private noteTranscript(event: RealtimeEvent, data: Buffer): void | Promise<void> {
    const { bills, facts } = this.options;
    const usage = realtime.readTranscriptionUsage(event);
    if (usage === undefined || facts.transcriptionModel === undefined) return this.pass(data);
    return bills.transcribed(facts.transcriptionModel, usage).then(() => this.pass(data));
  }

  private inTodaysNames(event: RealtimeEvent): RealtimeEvent {
    if (this.options.upstreamDialect === 'ga') return event;
    return (realtime.serverEventFromBeta(event)[0] ?? event) as RealtimeEvent;
  }

  private passEvent(changed: RealtimeEvent, event: RealtimeEvent, data: Buffer): void | Promise<void> {
    return this.pass(changed === event ? data : JSON.stringify(changed));
  }

  private pass(data: string | Buffer): void | Promise<void> {
    const { client, bridge } = this.options;
    if (bridge === undefined) client.send(data);
    else for (const translated of bridge.toClient(data.toString('utf8'))) client.send(translated);
    return client.drained();
  }
}

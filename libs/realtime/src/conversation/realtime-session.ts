import { GatewayError } from '#canonical';
import { EventSender } from './event-sender.js';
import { InputAudio, type TurnListener } from './input/input-audio.js';
import { Transcriptions } from './input/transcriptions.js';
import { Conversation } from './items/conversation.js';
import { makeItem, makeSpokenTurn } from './items/make-item.js';
import { type StoredItem, copyItem, measureItem, truncateItem } from './items/stored-item.js';
import { type RealtimePorts } from './ports.js';
import { type ClientEvent, type ResponseParams } from './protocol/events.js';
import { type Item, type NewItem } from './protocol/item.js';
import { type AudioFormat, type SessionConfig, type SessionPatch } from './protocol/session-config.js';
import { planResponse } from './response/response-plan.js';
import { Responses } from './response/responses.js';
import { noTranscriptionModel } from './session/unsupported.js';
import { type SessionFacts, newSession, updateSession } from './session/update-session.js';
import { DEFAULT_REALTIME_LIMITS, type RealtimeLimits, type RealtimeSettings } from './settings.js';

/**
 * A realtime session of one client over a chat model, without its socket. Events of the client are passed to `receive`,
 * and events for the client to the `emit` port.
 */
export class RealtimeSession {
  readonly conversationId: string;
  private readonly limits: RealtimeLimits;
  private readonly sender: EventSender;
  private readonly conversation: Conversation;
  private readonly transcriptions: Transcriptions;
  private readonly responses: Responses;
  private readonly inputAudio: InputAudio;
  private config: SessionConfig;
  private hasSpoken = false;
  private isClosed = false;

  /** Throws a GatewayError if the settings of the session are not supported. */
  constructor(
    private readonly ports: RealtimePorts,
    { limits, ...settings }: RealtimeSettings,
  ) {
    this.limits = { ...DEFAULT_REALTIME_LIMITS, ...limits };
    this.sender = new EventSender(ports);
    const fresh = newSession(ports.newId('sess'), settings, this.facts);
    this.config = updateSession(fresh, settings.session ?? {}, this.facts);
    this.conversationId = ports.newId('conv');
    this.conversation = new Conversation(this.conversationId, this.limits);
    this.transcriptions = new Transcriptions(ports, this.sender);
    this.responses = this.newResponses(settings.model);
    const { maxBufferedAudioBytes } = this.limits;
    const input = this.config.audio.input;
    this.inputAudio = new InputAudio(
      input,
      this.sender,
      ports,
      this.createTurnListener(),
      maxBufferedAudioBytes,
    );
  }

  /** The current settings. */
  get session(): SessionConfig {
    return structuredClone(this.config);
  }

  /** Whether a response is running, in the conversation or out of band. */
  get isResponding(): boolean {
    return this.responses.isAnyRunning;
  }

  /** Sends the first event of the session. */
  open(): void {
    this.sender.emit('session.created', { session: this.session });
  }

  /** Never throws: errors are sent to the client, and the session continues. */
  receive(event: ClientEvent): void {
    if (this.isClosed) return;
    try {
      this.handle(event);
    } catch (thrown) {
      this.sender.refuse(thrown, event.event_id);
    }
  }

  /** Stops all work of the session. No event is sent after it. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.sender.close();
    this.responses.close();
    this.transcriptions.close();
  }

  private handle(event: ClientEvent): void {
    switch (event.type) {
      case 'session.update':
        return this.update(event.session);
      case 'input_audio_buffer.append':
        return this.appendAudio(event.audio);
      case 'input_audio_buffer.commit':
        return this.inputAudio.commit();
      case 'input_audio_buffer.clear':
        return this.inputAudio.clear();
      case 'conversation.item.create':
        return this.createItem(event.item, event.previous_item_id);
      case 'conversation.item.retrieve':
        return this.retrieveItem(event.item_id);
      case 'conversation.item.truncate':
        return this.truncateItem(event.item_id, event.content_index, event.audio_end_ms);
      case 'conversation.item.delete':
        return this.deleteItem(event.item_id);
      case 'response.create':
        return this.respond(event.response ?? {});
      case 'response.cancel':
        return this.responses.cancel(event.response_id);
      case 'output_audio_buffer.clear':
        throw onlyOverWebRtc();
      default:
        throw unknownType(event);
    }
  }

  private update(patch: SessionPatch): void {
    this.config = updateSession(this.config, patch, this.facts);
    this.inputAudio.configure(this.config.audio.input);
    this.sender.emit('session.updated', { session: this.session });
  }

  private appendAudio(audio: string): void {
    if (this.ports.transcribe === undefined) throw noTranscriptionModel('audio');
    this.inputAudio.append(Buffer.from(audio, 'base64'));
  }

  private createItem(newItem: NewItem, previousItemId: string | null | undefined): void {
    const stored = makeItem(newItem, this.ports.newId, this.config.audio.input.format);
    const { item, audio } = stored;
    if (audio.length > 0 && this.ports.transcribe === undefined) throw noTranscriptionModel('item.content');
    if (item.type === 'function_call_output') this.refuseUnknownCall(item.call_id);
    this.refuseTooMuchAudio(stored);
    this.conversation.ensureRoom(measureItem(item));
    this.conversation.insert(stored, previousItemId);
    this.announceItem(stored);
  }

  private retrieveItem(itemId: string): void {
    const stored = this.findItem(itemId, 'retrieve');
    this.sender.emit('conversation.item.retrieved', { item: withAudio(stored) });
  }

  private truncateItem(itemId: string, contentIndex: number, audioEndMs: number): void {
    truncateItem(this.findItem(itemId, 'truncate'), contentIndex, audioEndMs);
    this.sender.emit('conversation.item.truncated', {
      item_id: itemId,
      content_index: contentIndex,
      audio_end_ms: audioEndMs,
    });
  }

  private deleteItem(itemId: string): void {
    this.transcriptions.cancel(this.findItem(itemId, 'delete'));
    this.conversation.delete(itemId);
    this.sender.emit('conversation.item.deleted', { item_id: itemId });
  }

  private respond(params: ResponseParams): void {
    const { conversation, config: session, facts } = this;
    const plan = planResponse(params, { session, facts, conversation, newId: this.ports.newId });
    this.responses.ensureFree(plan);
    if (!plan.isOutOfBand) this.conversation.ensureRoom();
    for (const stored of plan.ownItems) {
      this.refuseTooMuchAudio(stored);
      this.transcriptions.start(stored, session.audio.input.transcription, { isAnnounced: false });
    }
    this.responses.start(plan);
  }

  private createTurnListener(): TurnListener {
    const getTurnDetection = (): { create_response: boolean; interrupt_response: boolean } | null =>
      this.config.audio.input.turn_detection;
    return {
      onSpeechStarted: () => {
        if (getTurnDetection()?.interrupt_response) this.responses.interrupt('turn_detected');
      },
      onTurn: (itemId, audio, format) => this.addTurn(itemId, audio, format),
      onSpeechStopped: () => {
        if (getTurnDetection()?.create_response) this.respond({});
      },
      waitingBytes: () => this.transcriptions.waitingBytes,
    };
  }

  private addTurn(itemId: string, audio: Buffer, format: AudioFormat): void {
    this.conversation.ensureRoom();
    const stored = makeSpokenTurn(itemId, audio, format);
    const previousItemId = this.conversation.lastId;
    this.conversation.insert(stored);
    this.sender.emit('input_audio_buffer.committed', { item_id: itemId, previous_item_id: previousItemId });
    this.announceItem(stored);
  }

  private announceItem(stored: StoredItem): void {
    const previousItemId = this.conversation.findPreviousId(stored);
    for (const type of ['conversation.item.added', 'conversation.item.done'] as const) {
      this.sender.emit(type, { previous_item_id: previousItemId, item: copyItem(stored) });
    }
    this.transcriptions.start(stored, this.config.audio.input.transcription, { isAnnounced: true });
  }

  private findItem(itemId: string, action: 'retrieve' | 'truncate' | 'delete'): StoredItem {
    const stored = this.conversation.find(itemId);
    if (stored !== undefined) return stored;
    throw new GatewayError('resource-not-found', `No item with id '${itemId}' in the conversation.`, {
      param: 'item_id',
      code: `item_${action}_invalid_item_id`,
    });
  }

  private refuseUnknownCall(callId: string): void {
    const isKnown = this.conversation.all.some(
      ({ item }) => item.type === 'function_call' && item.call_id === callId,
    );
    if (isKnown) return;
    throw new GatewayError(
      'resource-not-found',
      `No function call with call_id '${callId}' in the conversation.`,
      {
        param: 'item.call_id',
        code: 'invalid_tool_call_id',
      },
    );
  }

  private refuseTooMuchAudio({ audio }: StoredItem): void {
    const sizeBytes = audio.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (sizeBytes === 0) return;
    const { maxBufferedAudioBytes } = this.limits;
    if (this.transcriptions.waitingBytes + sizeBytes <= maxBufferedAudioBytes) return;
    throw new GatewayError(
      'request-over-limit',
      `More than ${maxBufferedAudioBytes} bytes of audio would be waiting for transcription. Send smaller items.`,
      { param: 'item.content' },
    );
  }

  private get facts(): SessionFacts {
    const { speak, transcribe } = this.ports;
    return { canSpeak: speak !== undefined, canListen: transcribe !== undefined, hasSpoken: this.hasSpoken };
  }

  private newResponses(model: string): Responses {
    const { ports, sender, conversation, transcriptions } = this;
    const { maxResponseTokens, maxParallelResponses } = this.limits;
    const onAudioSent = (): void => {
      this.hasSpoken = true;
    };
    const options = { ports, sender, conversation, transcriptions, model, maxResponseTokens, onAudioSent };
    return new Responses(options, maxParallelResponses);
  }
}

/** Adds the audio of a user to its item. Only `conversation.item.retrieved` contains it. */
function withAudio(stored: StoredItem): Item | object {
  const item = copyItem(stored);
  if (item.type !== 'message' || item.role !== 'user') return item;
  const content: object[] = [...item.content];
  for (const { contentIndex, bytes } of stored.audio) {
    content[contentIndex] = { ...item.content[contentIndex], audio: bytes.toString('base64') };
  }
  return { ...item, content };
}

function onlyOverWebRtc(): GatewayError {
  return new GatewayError(
    'invalid-value',
    'output_audio_buffer.clear is for WebRTC and SIP. Over a WebSocket, send response.cancel and conversation.item.truncate.',
    { param: 'type' },
  );
}

function unknownType(event: { type?: unknown }): GatewayError {
  return new GatewayError('invalid-value', `Unknown client event type '${String(event.type)}'.`, {
    param: 'type',
  });
}

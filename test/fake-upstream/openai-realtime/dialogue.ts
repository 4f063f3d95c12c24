import type { Account } from '../account.js';
import { asFields, isObject, type Fields } from '../fields.js';
import { toRefusal } from '../openai/errors.js';
import { newId } from '../openai/identifiers.js';
import { Refused } from '../refused.js';
import { eventFromBeta, eventToBeta, sessionToBeta } from './beta-names.js';
import { Conversation } from './conversation.js';
import type { Dialect } from './dialect.js';
import type { Entrance } from './entrance.js';
import { checkClientEvent } from './event-checks.js';
import { InputAudio, type InputAudioHost } from './input-audio.js';
import { ItemHandler } from './item-handler.js';
import { modelRefusal } from './model-refusal.js';
import type { RealtimeConnection } from './realtime-connection.js';
import type { ReceivedEvent } from './received-event.js';
import { ResponseHandler } from './response-handler.js';
import { voiceIn } from './session-checks.js';
import { newSession, shownSession, updatedSession } from './session-life.js';
import type { Session } from './session.js';

const REFUSED = 4000;
const NOT_UNDERSTOOD = 1003;

/** One open connection: receives the client's events and responds. */
export class Dialogue implements InputAudioHost {
  readonly dialect: Dialect;
  readonly conversation = new Conversation();
  readonly conversationId = newId('conv_');
  readonly items = new ItemHandler(this);
  session: Session;
  readonly #ear = new InputAudio(this);
  readonly #responses: ResponseHandler;

  constructor(
    private readonly connection: RealtimeConnection,
    private readonly entrance: Entrance,
    private readonly account: Account,
  ) {
    this.dialect = entrance.dialect;
    this.session = newSession(entrance);
    this.#responses = new ResponseHandler(this, connection, account);
  }

  get transcriptions(): RealtimeConnection['transcriptions'] {
    return this.connection.transcriptions;
  }

  begin(): void {
    const refusal = modelRefusal(this.entrance, this.account.realtime);
    if (refusal) return this.#sendAway(refusal, REFUSED, `invalid_request_error.${refusal.code ?? ''}`);
    this.#showSession('created');
    if (this.dialect === 'ga' || this.session.type === 'transcription') return;
    const conversation = { id: this.conversationId, object: 'realtime.conversation' };
    void this.emit({ type: 'conversation.created', conversation });
  }

  receive(received: ReceivedEvent): void {
    if (!this.connection.isOpen) return;
    if (received.isBinary) {
      return this.#sendAway(
        new Refused('Events must be text frames.', { code: 'invalid_frame' }),
        NOT_UNDERSTOOD,
      );
    }
    try {
      const event = eventIn(received.raw);
      checkClientEvent(event, this.dialect, this.session);
      this.#handle(this.dialect === 'beta' ? eventFromBeta(event) : event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#refuse(error, received.fields.event_id);
    }
  }

  /** The client has disconnected. */
  end(): void {
    this.#responses.abort();
  }

  emit(event: Fields): Promise<void> {
    const told = this.dialect === 'beta' ? eventToBeta(event) : event;
    return told ? this.connection.send(told) : Promise.resolve();
  }

  onSpeech(): void {
    if (this.session.audio.input.turn_detection?.interrupt_response) this.#responses.interrupt();
  }

  onTurn(): void {
    const isAnswered = this.session.audio.input.turn_detection?.create_response;
    if (isAnswered && this.session.type === 'realtime') this.#responses.answerTurn();
  }

  /** A valid event with its current name. */
  #handle(event: Fields): void {
    switch (event.type) {
      case 'session.update':
      case 'transcription_session.update':
        return this.#update(asFields(event.session));
      case 'input_audio_buffer.append':
        return this.#ear.append(event.audio);
      case 'input_audio_buffer.commit':
        return this.#ear.commit();
      case 'input_audio_buffer.clear':
        return this.#ear.clear();
      case 'conversation.item.create':
        return this.items.create(event.item, event.previous_item_id as string | null | undefined);
      case 'conversation.item.retrieve':
        return this.items.retrieve(event.item_id);
      case 'conversation.item.truncate':
        return this.items.truncate(event);
      case 'conversation.item.delete':
        return this.items.delete(event.item_id);
      case 'response.create':
        return this.#responses.create(asFields(event.response));
      case 'response.cancel':
        return this.#responses.cancel(event.response_id);
    }
  }

  #update(update: Fields): void {
    const voice = voiceIn(update);
    if (voice !== undefined && voice !== this.session.audio.output.voice && this.#responses.hasSpoken) {
      throw new Refused('Cannot update a conversation’s voice if assistant audio is present.', {
        code: 'cannot_update_voice',
      });
    }
    this.session = updatedSession(this.session, update);
    this.#showSession('updated');
  }

  #showSession(stage: 'created' | 'updated'): void {
    const isBeta = this.dialect === 'beta';
    const prefix = isBeta && this.session.type === 'transcription' ? 'transcription_' : '';
    const session = isBeta ? sessionToBeta(this.session) : shownSession(this.session);
    void this.emit({ type: `${prefix}session.${stage}`, session });
  }

  #refuse(refused: Refused, eventId: unknown): void {
    const { error } = asFields(toRefusal(refused).body);
    const cause = typeof eventId === 'string' ? eventId : null;
    void this.emit({ type: 'error', error: { ...asFields(error), event_id: cause } });
  }

  #sendAway(refused: Refused, code: number, reason?: string): void {
    this.#refuse(refused, null);
    this.connection.close(code, reason);
  }
}

function eventIn(raw: string): Fields {
  let event: unknown;
  try {
    event = JSON.parse(raw);
  } catch {
    throw new Refused('We could not parse the JSON of your event.', { code: 'invalid_json' });
  }
  if (isObject(event)) return event;
  throw new Refused('Expected a JSON object.', { code: 'invalid_json' });
}

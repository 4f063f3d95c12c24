import { newId } from '../openai/identifiers.js';
import { Refused } from '../refused.js';
import { getDurationMs } from './audio-format.js';
import type { StoredItem } from './item.js';
import type { ItemHandler, ItemHost } from './item-handler.js';
import { spokenItem } from './make-item.js';
import { transcriptionEvents, buildTranscriptUsage, type TranscriptionRecord } from './transcription.js';
import { VoiceActivity, type Turn } from './voice-activity.js';

const MIN_COMMIT_MS = 100;
const DEFAULT_TRANSCRIBER = 'gpt-4o-transcribe';

/** The dialogue as the input audio buffer needs it. */
export interface InputAudioHost extends ItemHost {
  readonly items: ItemHandler;
  readonly transcriptions: TranscriptionRecord[];
  /** The user has begun to speak. */
  onSpeech(): void;
  /** A turn of speech has become an item. */
  onTurn(): void;
}

/** The input audio buffer, and its voice activity detection. */
export class InputAudio {
  readonly #activity = new VoiceActivity();
  #buffer = Buffer.alloc(0);
  #turnItemId = newId('item_');

  constructor(private readonly host: InputAudioHost) {}

  append(audio: unknown): void {
    const { format, turn_detection: turns } = this.host.session.audio.input;
    const bytes = Buffer.from(String(audio), 'base64');
    this.#buffer = Buffer.concat([this.#buffer, bytes]);
    for (const turn of this.#activity.receive(bytes, format, turns)) this.#take(turn);
  }

  commit(): void {
    this.#activity.reset();
    this.#commit(this.#buffer.length, newId('item_'));
  }

  clear(): void {
    this.#activity.reset();
    this.#buffer = Buffer.alloc(0);
    void this.host.emit({ type: 'input_audio_buffer.cleared' });
  }

  #take(turn: Turn): void {
    if (turn.kind === 'started') {
      this.#turnItemId = newId('item_');
      this.#tell('speech_started', { audio_start_ms: turn.audioStartMs });
      return this.host.onSpeech();
    }
    this.#tell('speech_stopped', { audio_end_ms: turn.audioEndMs });
    this.#commit(this.#buffer.length - turn.unheardBytes, this.#turnItemId);
    this.host.onTurn();
  }

  #tell(event: 'speech_started' | 'speech_stopped', moment: object): void {
    void this.host.emit({ type: `input_audio_buffer.${event}`, ...moment, item_id: this.#turnItemId });
  }

  #commit(sizeBytes: number, itemId: string): void {
    const { conversation, session, items } = this.host;
    const { format } = session.audio.input;
    checkDuration(getDurationMs(sizeBytes, format));
    const entry = spokenItem(itemId, this.#buffer.subarray(0, sizeBytes), format);
    this.#buffer = this.#buffer.subarray(sizeBytes);
    const previousItemId = conversation.lastId;
    conversation.add(entry);
    void this.host.emit({
      type: 'input_audio_buffer.committed',
      previous_item_id: previousItemId,
      item_id: itemId,
    });
    items.announce(entry);
    this.#transcribe(entry);
  }

  #transcribe(entry: StoredItem): void {
    const { transcription } = this.host.session.audio.input;
    if (!transcription) return;
    const { model = DEFAULT_TRANSCRIBER } = transcription;
    const { received: transcript = '', durationMs = 0 } = entry.audio ?? {};
    const usage = buildTranscriptUsage(transcript, durationMs, model);
    const record = { itemId: entry.item.id, transcript, usage };
    this.host.transcriptions.push(record);
    for (const event of transcriptionEvents(entry, record, model)) void this.host.emit(event);
    for (const part of entry.item.content ?? []) part.transcript = transcript;
  }
}

function checkDuration(durationMs: number): void {
  if (durationMs >= MIN_COMMIT_MS) return;
  const message = `Error committing input audio buffer: buffer too small. Expected at least ${MIN_COMMIT_MS}ms of audio, but buffer only has ${durationMs}.00ms of audio.`;
  throw new Refused(message, { code: 'input_audio_buffer_commit_empty' });
}

import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '#canonical';
import { decodeSamples, getFormatInfo } from '../audio/audio-format.js';
import { AudioWindow } from '../audio/audio-window.js';
import { FRAME_MS, VoiceActivity, type VoiceEvent } from '../audio/voice-activity.js';
import { type EventSender } from '../event-sender.js';
import { type RealtimePorts } from '../ports.js';
import { type AudioFormat, type AudioInputConfig } from '../protocol/session-config.js';
import { detectorSettings } from '../session/update-session.js';

const MIN_TURN_MS = 100;
/** Buffered in addition to the padding, because speech is detected a few frames late. */
const DETECTION_DELAY_MS = 10 * FRAME_MS;

/** Receives the detected turns. */
export interface TurnListener {
  onSpeechStarted(): void;
  /** Adds the turn as an item. */
  onTurn(itemId: string, audio: Buffer, format: AudioFormat): void;
  /** Called when the speaker has finished, after the turn was added. */
  onSpeechStopped(): void;
  /** The bytes of earlier turns that are being transcribed. */
  waitingBytes(): number;
}

/** The input audio buffer, and the detector that finds turns in it. */
export class InputAudio {
  private window = new AudioWindow();
  private detector?: Detector;
  private turn?: Turn;
  /** Half a sample, until its other half arrives. */
  private halfSample = Buffer.alloc(0);
  /** The duration of the stream before its format was last changed. */
  private previousFormatMs = 0;

  constructor(
    private config: AudioInputConfig,
    private readonly sender: EventSender,
    private readonly ports: Pick<RealtimePorts, 'newId'>,
    private readonly turns: TurnListener,
    private readonly maxBytes: number,
  ) {
    this.detector = this.createDetector();
  }

  configure(config: AudioInputConfig): void {
    const { format, turn_detection: detection } = this.config;
    const isOtherFormat = format.type !== config.format.type;
    if (isOtherFormat) this.resetStream();
    this.config = config;
    if (!isOtherFormat && isDeepStrictEqual(detection, config.turn_detection)) return;
    this.turn = undefined;
    this.detector = this.createDetector();
  }

  append(audio: Buffer): void {
    const chunk = this.takeWholeSamples(audio);
    this.makeRoom(chunk.length);
    this.window.append(chunk);
    if (this.detector !== undefined) this.detectTurns(this.detector, chunk);
  }

  /** Commits the buffer on the client's request. */
  commit(): void {
    const sizeMs = this.window.sizeBytes / this.bytesPerMs;
    if (sizeMs < MIN_TURN_MS) throw tooShort(sizeMs);
    const { itemId = this.ports.newId('item'), startByte = this.window.startByte } = this.turn ?? {};
    this.clearTurn();
    this.turns.onTurn(itemId, this.window.take(startByte, this.window.endByte), this.config.format);
  }

  clear(): void {
    this.clearTurn();
    this.halfSample = Buffer.alloc(0);
    this.window.clear();
    this.sender.emit('input_audio_buffer.cleared', {});
  }

  private get bytesPerMs(): number {
    return getFormatInfo(this.config.format).bytesPerMs;
  }

  private createDetector(): Detector | undefined {
    const { turn_detection: detection, format } = this.config;
    if (detection === null) return undefined;
    const settings = detectorSettings(detection);
    const voice = new VoiceActivity(settings, getFormatInfo(format).sampleRate);
    return { voice, prefixPaddingMs: settings.prefixPaddingMs, startByte: this.window.endByte };
  }

  private resetStream(): void {
    this.previousFormatMs += this.window.endByte / this.bytesPerMs;
    this.window = new AudioWindow();
    this.halfSample = Buffer.alloc(0);
  }

  private takeWholeSamples(audio: Buffer): Buffer {
    const bytes = this.halfSample.length === 0 ? audio : Buffer.concat([this.halfSample, audio]);
    const sizeBytes = bytes.length - (bytes.length % getFormatInfo(this.config.format).bytesPerSample);
    this.halfSample = Buffer.from(bytes.subarray(sizeBytes));
    return bytes.subarray(0, sizeBytes);
  }

  private makeRoom(moreBytes: number): void {
    if (this.turns.waitingBytes() + moreBytes > this.maxBytes) throw bufferFull(this.maxBytes);
    if (this.window.sizeBytes + moreBytes <= this.maxBytes) return;
    if (this.detector === undefined) throw bufferFull(this.maxBytes);
    // A turn that fills the buffer is ended.
    if (this.turn === undefined) this.window.dropBefore(this.window.endByte + moreBytes - this.maxBytes);
    else this.endTurn(this.turn, this.window.endByte);
  }

  private detectTurns(detector: Detector, chunk: Buffer): void {
    for (const event of detector.voice.push(decodeSamples(chunk, this.config.format)))
      this.handleVoiceEvent(detector, event);
    if (this.turn !== undefined) return;
    const neededMs = detector.prefixPaddingMs + DETECTION_DELAY_MS;
    this.window.dropBefore(this.window.endByte - neededMs * this.bytesPerMs);
  }

  private handleVoiceEvent(detector: Detector, event: VoiceEvent): void {
    if (event.type === 'started') {
      const startMs = event.onsetMs - detector.prefixPaddingMs;
      this.startTurn(Math.max(detector.startByte + startMs * this.bytesPerMs, this.window.startByte));
    } else if (this.turn !== undefined) {
      this.endTurn(this.turn, detector.startByte + event.endMs * this.bytesPerMs);
    }
  }

  private startTurn(startByte: number): void {
    const itemId = this.ports.newId('item');
    this.turn = { itemId, startByte };
    this.sender.emit('input_audio_buffer.speech_started', {
      audio_start_ms: this.positionMs(startByte),
      item_id: itemId,
    });
    this.turns.onSpeechStarted();
  }

  private endTurn({ itemId, startByte }: Turn, endByte: number): void {
    this.sender.emit('input_audio_buffer.speech_stopped', {
      audio_end_ms: this.positionMs(endByte),
      item_id: itemId,
    });
    this.clearTurn();
    const audio = this.window.take(startByte, endByte);
    try {
      this.turns.onTurn(itemId, audio, this.config.format);
      this.turns.onSpeechStopped();
    } catch (thrown) {
      this.sender.refuse(thrown);
    }
  }

  private clearTurn(): void {
    this.turn = undefined;
    this.detector?.voice.reset();
  }

  private positionMs(byte: number): number {
    return Math.round(this.previousFormatMs + byte / this.bytesPerMs);
  }
}

interface Detector {
  voice: VoiceActivity;
  prefixPaddingMs: number;
  /** Its position in the stream when it was created. */
  startByte: number;
}

interface Turn {
  itemId: string;
  startByte: number;
}

function bufferFull(maxBytes: number): GatewayError {
  return new GatewayError(
    'request-over-limit',
    `The input audio buffer is limited to ${maxBytes} bytes, including audio that is waiting for transcription. Commit or clear the buffer.`,
    { param: 'audio', code: 'input_audio_buffer_full' },
  );
}

function tooShort(sizeMs: number): GatewayError {
  return new GatewayError(
    'invalid-value',
    `Error committing input audio buffer: the buffer must contain at least ${MIN_TURN_MS} ms of audio, but contains ${sizeMs.toFixed(2)} ms.`,
    { code: 'input_audio_buffer_commit_empty' },
  );
}

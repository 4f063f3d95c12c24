import { PcmPieces } from '../audio/pcm-pieces.js';
import { type SpeechEncoder, createSpeechEncoder } from '../audio/speech-encoder.js';
import { SpokenText } from '../items/spoken-text.js';
import { type Outbox } from '../outbox.js';
import { type RealtimePorts } from '../ports.js';
import { type AssistantContent } from '../protocol/item.js';
import { type AudioFormat } from '../protocol/session-config.js';
import { type FinalStatus, type OutputItem } from './output-item.js';
import { speakable } from './speakable.js';

const PCM_BYTES_PER_MS = 48;

export interface Speaker {
  ports: Pick<RealtimePorts, 'speak' | 'drained'>;
  voice: string;
  speed: number;
  format: AudioFormat;
  signal: AbortSignal;
  /** Called with the first sound. */
  onSound: () => void;
}

/** A message that the client hears, sentence by sentence, with its text ahead of each. */
export class SpokenMessage {
  private readonly content: AssistantContent & { type: 'output_audio' } = {
    type: 'output_audio',
    transcript: '',
  };
  private readonly place: Record<string, unknown>;
  private readonly spoken = new SpokenText();
  private readonly pieces = new PcmPieces();
  private readonly encoder: SpeechEncoder;

  constructor(
    private readonly output: OutputItem,
    private readonly outbox: Outbox,
    private readonly speaker: Speaker,
  ) {
    this.encoder = createSpeechEncoder(speaker.format);
    this.place = { ...output.place, content_index: 0 };
    output.add();
    output.stored.spoken = this.spoken;
    outbox.emit('response.content_part.added', { ...this.place, part: { type: 'audio', transcript: '' } });
    const { item } = output.stored;
    if (item.type === 'message' && item.role === 'assistant') item.content.push(this.content);
  }

  async say(sentence: string): Promise<void> {
    const { ports, voice, speed, signal } = this.speaker;
    const text = speakable(sentence);
    let hasBegun = false;
    let isOver = false;
    const begin = (): void => {
      if (!hasBegun) this.begin(sentence);
      hasBegun = true;
    };
    const onAudio = async (pcm: Uint8Array): Promise<void> => {
      if (signal.aborted || isOver) return;
      begin();
      for (const piece of this.pieces.push(pcm)) this.sound(piece);
      await ports.drained?.();
    };
    if (text !== '') await ports.speak?.({ text, voice, speed }, { signal, onAudio });
    isOver = true;
    if (signal.aborted) return;
    begin();
    const rest = this.pieces.flush();
    if (rest !== undefined) this.sound(rest);
    this.spoken.finish();
  }

  /** Where it was broken off, only what was heard remains of the text. */
  finish(status: FinalStatus): void {
    this.spoken.breakOff();
    const transcript = this.spoken.text;
    this.content.transcript = transcript;
    this.outbox.emit('response.output_audio.done', this.place);
    this.outbox.emit('response.output_audio_transcript.done', { ...this.place, transcript });
    this.outbox.emit('response.content_part.done', { ...this.place, part: { type: 'audio', transcript } });
    this.output.finish(status);
  }

  private begin(sentence: string): void {
    this.spoken.begin(sentence);
    this.content.transcript = this.spoken.text;
    this.outbox.emit('response.output_audio_transcript.delta', { ...this.place, delta: sentence });
  }

  private sound(pcm: Buffer): void {
    this.speaker.onSound();
    this.spoken.advance(pcm.length / PCM_BYTES_PER_MS);
    const delta = this.encoder.encode(pcm).toString('base64');
    this.outbox.emit('response.output_audio.delta', { ...this.place, delta });
  }
}

import { PcmChunks, type SpeechEncoder, createSpeechEncoder } from '../audio/speech-encoder.js';
import { type EventSender } from '../event-sender.js';
import { SpokenText } from '../items/spoken-text.js';
import { type RealtimePorts } from '../ports.js';
import { type AssistantContent } from '../protocol/item.js';
import { type AudioFormat } from '../protocol/session-config.js';
import { type FinalStatus, type OutputItem } from './output-item.js';
import { toSpeakable } from './speakable.js';

const PCM_BYTES_PER_MS = 48;

export interface Speaker {
  ports: Pick<RealtimePorts, 'speak' | 'drained'>;
  voice: string;
  speed: number;
  format: AudioFormat;
  signal: AbortSignal;
  /** Called each time audio is sent. */
  onAudioSent: () => void;
}

/** A message in audio. It is spoken sentence by sentence, and the transcript of each is sent before its audio. */
export class SpokenMessage {
  private readonly content: AssistantContent & { type: 'output_audio' } = {
    type: 'output_audio',
    transcript: '',
  };
  private readonly eventFields: Record<string, unknown>;
  private readonly spoken = new SpokenText();
  private readonly chunks = new PcmChunks();
  private readonly encoder: SpeechEncoder;

  constructor(
    private readonly output: OutputItem,
    private readonly sender: EventSender,
    private readonly speaker: Speaker,
  ) {
    this.encoder = createSpeechEncoder(speaker.format);
    this.eventFields = { ...output.eventFields, content_index: 0 };
    output.add();
    output.stored.spoken = this.spoken;
    sender.emit('response.content_part.added', {
      ...this.eventFields,
      part: { type: 'audio', transcript: '' },
    });
    const { item } = output.stored;
    if (item.type === 'message' && item.role === 'assistant') item.content.push(this.content);
  }

  async say(sentence: string): Promise<void> {
    const { ports, voice, speed, signal } = this.speaker;
    const text = toSpeakable(sentence);
    let hasBegun = false;
    let isOver = false;
    const begin = (): void => {
      if (!hasBegun) this.begin(sentence);
      hasBegun = true;
    };
    const onAudio = async (pcm: Uint8Array): Promise<void> => {
      if (signal.aborted || isOver) return;
      begin();
      for (const chunk of this.chunks.push(pcm)) this.sendAudio(chunk);
      await ports.drained?.();
    };
    if (text !== '') await ports.speak?.({ text, voice, speed }, { signal, onAudio });
    isOver = true;
    if (signal.aborted) return;
    begin();
    const rest = this.chunks.flush();
    if (rest !== undefined) this.sendAudio(rest);
    this.spoken.finish();
  }

  /** If it was interrupted, the transcript has only the text of the audio that was sent. */
  finish(status: FinalStatus): void {
    this.spoken.interrupt();
    const transcript = this.spoken.text;
    this.content.transcript = transcript;
    this.sender.emit('response.output_audio.done', this.eventFields);
    this.sender.emit('response.output_audio_transcript.done', { ...this.eventFields, transcript });
    this.sender.emit('response.content_part.done', {
      ...this.eventFields,
      part: { type: 'audio', transcript },
    });
    this.output.finish(status);
  }

  private begin(sentence: string): void {
    this.spoken.begin(sentence);
    this.content.transcript = this.spoken.text;
    this.sender.emit('response.output_audio_transcript.delta', { ...this.eventFields, delta: sentence });
  }

  private sendAudio(pcm: Buffer): void {
    this.speaker.onAudioSent();
    this.spoken.advance(pcm.length / PCM_BYTES_PER_MS);
    const delta = this.encoder.encode(pcm).toString('base64');
    this.sender.emit('response.output_audio.delta', { ...this.eventFields, delta });
  }
}

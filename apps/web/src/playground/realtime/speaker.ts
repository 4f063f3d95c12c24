import { fromBase64 } from '../workbench/base64.js';
import { PCM_RATE, fromPcm } from './pcm.js';

export interface PlayedAudio {
  itemId: string;
  playedMs: number;
}

/** Plays chunks of speech without gaps. */
export class Speaker {
  private readonly context = new AudioContext();
  private readonly playing = new Set<AudioBufferSourceNode>();
  private endsAt = 0;
  private current?: { itemId: string; queuedSeconds: number };

  constructor(private readonly onPlaying: (isPlaying: boolean) => void) {
    // Browsers play audio only after a user gesture, which has just happened: a click on Connect.
    void this.context.resume();
  }

  play(itemId: string, base64: string): void {
    const samples = fromPcm(fromBase64(base64));
    if (samples.length === 0) return;
    const buffer = this.context.createBuffer(1, samples.length, PCM_RATE);
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.context.destination);
    source.addEventListener('ended', () => this.remove(source));
    const startsAt = Math.max(this.endsAt, this.context.currentTime);
    source.start(startsAt);
    this.endsAt = startsAt + buffer.duration;
    this.add(source);
    if (this.current?.itemId !== itemId) this.current = { itemId, queuedSeconds: 0 };
    this.current.queuedSeconds += buffer.duration;
  }

  /** Stops playing. Returns the item that was playing and its played duration, or undefined if nothing was playing. */
  stopPlayback(): PlayedAudio | undefined {
    if (this.playing.size === 0 || this.current === undefined) return undefined;
    const remainingSeconds = Math.max(0, this.endsAt - this.context.currentTime);
    const audioSeconds = Math.max(0, this.current.queuedSeconds - remainingSeconds);
    for (const source of this.playing) source.stop();
    this.endsAt = 0;
    return { itemId: this.current.itemId, playedMs: Math.floor(audioSeconds * 1_000) };
  }

  close(): void {
    this.stopPlayback();
    if (this.context.state !== 'closed') void this.context.close();
  }

  private add(source: AudioBufferSourceNode): void {
    if (this.playing.size === 0) this.onPlaying(true);
    this.playing.add(source);
  }

  private remove(source: AudioBufferSourceNode): void {
    this.playing.delete(source);
    if (this.playing.size === 0) this.onPlaying(false);
  }
}

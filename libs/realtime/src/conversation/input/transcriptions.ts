import { type Usage } from '#canonical';
import { factsOf } from '../audio/audio-format.js';
import { wavOf } from '../audio/wav.js';
import { type HeldAudio, type StoredItem } from '../items/stored-item.js';
import { type Outbox } from '../outbox.js';
import { type HeardText, type RealtimePorts } from '../ports.js';
import { type TranscriptionConfig } from '../protocol/session-config.js';

interface Pending {
  stop: AbortController;
  done: Promise<void>;
  sizeBytes: number;
}

/** Turns what users say into text: for the client to see, and for the model to read. */
export class Transcriptions {
  private readonly pending = new Map<StoredItem, Pending>();

  constructor(
    private readonly ports: Pick<RealtimePorts, 'transcribe' | 'wordError'>,
    private readonly outbox: Outbox,
  ) {}

  get waitingBytes(): number {
    let sizeBytes = 0;
    for (const pending of this.pending.values()) sizeBytes += pending.sizeBytes;
    return sizeBytes;
  }

  /** Starts on all audio of the item that has no transcript. Items outside the conversation are not spoken of. */
  start(
    stored: StoredItem,
    config: TranscriptionConfig | null,
    { isAnnounced }: { isAnnounced: boolean },
  ): void {
    const untold = stored.audio.filter(({ contentIndex }) => transcriptOf(stored, contentIndex) === null);
    if (untold.length === 0) return;
    const stop = new AbortController();
    const hearing = new Hearing(this.ports, this.outbox, stored, {
      config,
      isAnnounced,
      signal: stop.signal,
    });
    const listened = hearing.listen(untold).finally(() => this.pending.delete(stored));
    // Whoever waits for it need not wait for a service that does not listen to its signal.
    const done = Promise.race([listened, whenAborted(stop.signal)]);
    this.pending.set(stored, {
      stop,
      done,
      sizeBytes: untold.reduce((sum, { bytes }) => sum + bytes.length, 0),
    });
  }

  /** Resolves once nothing of these is waited for. */
  async settled(items: readonly StoredItem[]): Promise<void> {
    const pending = items.flatMap((stored) => this.pending.get(stored) ?? []);
    await Promise.all(pending.map(({ done }) => done));
  }

  forget(stored: StoredItem): void {
    this.pending.get(stored)?.stop.abort();
    this.pending.delete(stored);
  }

  close(): void {
    for (const { stop } of this.pending.values()) stop.abort();
    this.pending.clear();
  }
}

interface HearingOptions {
  config: TranscriptionConfig | null;
  isAnnounced: boolean;
  signal: AbortSignal;
}

/** The transcription of one item. Its promise is never rejected: a failure is an event, and stays with the item. */
class Hearing {
  constructor(
    private readonly ports: Pick<RealtimePorts, 'transcribe' | 'wordError'>,
    private readonly outbox: Outbox,
    private readonly stored: StoredItem,
    private readonly options: HearingOptions,
  ) {}

  async listen(parts: readonly HeldAudio[]): Promise<void> {
    for (const part of parts) {
      try {
        const heard = await this.hear(part);
        if (!this.options.signal.aborted) this.understand(part, heard);
      } catch (thrown) {
        if (!this.options.signal.aborted) this.giveUp(part.contentIndex, thrown);
      }
    }
  }

  private async hear({ bytes, format }: HeldAudio): Promise<HeardText | undefined> {
    const { config, signal } = this.options;
    const wav = wavOf(bytes, format);
    return this.ports.transcribe?.(
      { wav, durationMs: bytes.length / factsOf(format).bytesPerMs, ...config },
      { signal },
    );
  }

  private understand({ contentIndex, bytes, format }: HeldAudio, heard: HeardText | undefined): void {
    const transcript = heard?.text.trim() ?? '';
    setTranscript(this.stored, contentIndex, transcript);
    const at = { item_id: this.stored.item.id, content_index: contentIndex };
    if (transcript !== '') this.announce('delta', { ...at, delta: transcript });
    const seconds = bytes.length / factsOf(format).bytesPerMs / 1000;
    this.announce('completed', { ...at, transcript, usage: usageOf(heard?.usage, seconds) });
  }

  private giveUp(contentIndex: number, thrown: unknown): void {
    this.stored.hearingFailure = thrown;
    const error = this.ports.wordError(this.outbox.faultOf(thrown));
    this.announce('failed', { item_id: this.stored.item.id, content_index: contentIndex, error });
  }

  private announce(what: 'delta' | 'completed' | 'failed', fields: Record<string, unknown>): void {
    if (!this.options.isAnnounced) return;
    this.outbox.emit(`conversation.item.input_audio_transcription.${what}`, fields);
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function audioPartOf({ item }: StoredItem, contentIndex: number): { transcript: string | null } | undefined {
  if (item.type !== 'message' || item.role !== 'user') return undefined;
  const part = item.content[contentIndex];
  return part?.type === 'input_audio' ? part : undefined;
}

function transcriptOf(stored: StoredItem, contentIndex: number): string | null {
  return audioPartOf(stored, contentIndex)?.transcript ?? null;
}

function setTranscript(stored: StoredItem, contentIndex: number, transcript: string): void {
  const part = audioPartOf(stored, contentIndex);
  if (part !== undefined) part.transcript = transcript;
}

function usageOf(usage: Usage | undefined, seconds: number): Record<string, unknown> {
  const { inputTokens = 0, outputTokens = 0, audioInputTokens = 0 } = usage ?? {};
  if (inputTokens + outputTokens === 0) return { type: 'duration', seconds: usage?.audioSeconds ?? seconds };
  return {
    type: 'tokens',
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_token_details: { audio_tokens: audioInputTokens, text_tokens: inputTokens - audioInputTokens },
  };
}

import { type Usage } from '#canonical';
import { encodeWav, getFormatInfo } from '../audio/audio-format.js';
import { type EventSender } from '../event-sender.js';
import { type ItemAudio, type StoredItem } from '../items/stored-item.js';
import { type RealtimePorts, type Transcript } from '../ports.js';
import { type TranscriptionConfig } from '../protocol/session-config.js';

interface Pending {
  stop: AbortController;
  done: Promise<void>;
  sizeBytes: number;
}

/** Transcribes the speech of users, for the client and for the model. */
export class Transcriptions {
  private readonly pending = new Map<StoredItem, Pending>();

  constructor(
    private readonly ports: Pick<RealtimePorts, 'transcribe' | 'describeError'>,
    private readonly sender: EventSender,
  ) {}

  get waitingBytes(): number {
    let sizeBytes = 0;
    for (const pending of this.pending.values()) sizeBytes += pending.sizeBytes;
    return sizeBytes;
  }

  /**
   * Transcribes the audio of an item that has no transcript. For items outside the conversation, no events are sent.
   */
  start(
    stored: StoredItem,
    config: TranscriptionConfig | null,
    { isAnnounced }: { isAnnounced: boolean },
  ): void {
    const untranscribed = stored.audio.filter(
      ({ contentIndex }) => getTranscript(stored, contentIndex) === null,
    );
    if (untranscribed.length === 0) return;
    const stop = new AbortController();
    const transcription = new ItemTranscription(this.ports, this.sender, stored, {
      config,
      isAnnounced,
      signal: stop.signal,
    });
    const running = transcription.run(untranscribed).finally(() => this.pending.delete(stored));
    // A service that ignores its signal must not delay the response.
    const done = Promise.race([running, whenAborted(stop.signal)]);
    this.pending.set(stored, {
      stop,
      done,
      sizeBytes: untranscribed.reduce((sum, { bytes }) => sum + bytes.length, 0),
    });
  }

  /** Resolves when none of these items is being transcribed. */
  async settled(items: readonly StoredItem[]): Promise<void> {
    const pending = items.flatMap((stored) => this.pending.get(stored) ?? []);
    await Promise.all(pending.map(({ done }) => done));
  }

  cancel(stored: StoredItem): void {
    this.pending.get(stored)?.stop.abort();
    this.pending.delete(stored);
  }

  close(): void {
    for (const { stop } of this.pending.values()) stop.abort();
    this.pending.clear();
  }
}

interface ItemTranscriptionOptions {
  config: TranscriptionConfig | null;
  isAnnounced: boolean;
  signal: AbortSignal;
}

/** Transcribes one item. Never rejects: a failure is sent as an event and stored in the item. */
class ItemTranscription {
  constructor(
    private readonly ports: Pick<RealtimePorts, 'transcribe' | 'describeError'>,
    private readonly sender: EventSender,
    private readonly stored: StoredItem,
    private readonly options: ItemTranscriptionOptions,
  ) {}

  async run(parts: readonly ItemAudio[]): Promise<void> {
    for (const part of parts) {
      try {
        const result = await this.transcribe(part);
        if (!this.options.signal.aborted) this.complete(part, result);
      } catch (thrown) {
        if (!this.options.signal.aborted) this.fail(part.contentIndex, thrown);
      }
    }
  }

  private async transcribe({ bytes, format }: ItemAudio): Promise<Transcript | undefined> {
    const { config, signal } = this.options;
    const wav = encodeWav(bytes, format);
    return this.ports.transcribe?.(
      { wav, durationMs: bytes.length / getFormatInfo(format).bytesPerMs, ...config },
      { signal },
    );
  }

  private complete({ contentIndex, bytes, format }: ItemAudio, result: Transcript | undefined): void {
    const transcript = result?.text.trim() ?? '';
    setTranscript(this.stored, contentIndex, transcript);
    const at = { item_id: this.stored.item.id, content_index: contentIndex };
    if (transcript !== '') this.announce('delta', { ...at, delta: transcript });
    const seconds = bytes.length / getFormatInfo(format).bytesPerMs / 1000;
    this.announce('completed', { ...at, transcript, usage: encodeUsage(result?.usage, seconds) });
  }

  private fail(contentIndex: number, thrown: unknown): void {
    this.stored.transcriptionFailure = thrown;
    const error = this.ports.describeError(this.sender.toGatewayError(thrown));
    this.announce('failed', { item_id: this.stored.item.id, content_index: contentIndex, error });
  }

  private announce(what: 'delta' | 'completed' | 'failed', fields: Record<string, unknown>): void {
    if (!this.options.isAnnounced) return;
    this.sender.emit(`conversation.item.input_audio_transcription.${what}`, fields);
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function findAudioPart(
  { item }: StoredItem,
  contentIndex: number,
): { transcript: string | null } | undefined {
  if (item.type !== 'message' || item.role !== 'user') return undefined;
  const part = item.content[contentIndex];
  return part?.type === 'input_audio' ? part : undefined;
}

function getTranscript(stored: StoredItem, contentIndex: number): string | null {
  return findAudioPart(stored, contentIndex)?.transcript ?? null;
}

function setTranscript(stored: StoredItem, contentIndex: number, transcript: string): void {
  const part = findAudioPart(stored, contentIndex);
  if (part !== undefined) part.transcript = transcript;
}

function encodeUsage(usage: Usage | undefined, seconds: number): Record<string, unknown> {
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

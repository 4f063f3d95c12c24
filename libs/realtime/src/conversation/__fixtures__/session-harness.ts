import { type ChatRequest, type GatewayError, type StreamPart } from '#canonical';
import { type IdPrefix, type RealtimePorts, type SpeechRequest, type Transcript, type TranscriptionRequest } from '../ports.js';
import { type ClientEvent, type ServerEvent } from '../protocol/events.js';
import { RealtimeSession } from '../realtime-session.js';
import { type RealtimeSettings } from '../settings.js';

/** A call of a port, which the test completes. */
interface Call<Request> {
  request: Request;
  signal: AbortSignal;
  finish: () => void;
  fail: (thrown: unknown) => void;
}

type ConverseCall = Call<ChatRequest> & { onPart: (part: StreamPart) => void };
type SpeakCall = Call<SpeechRequest> & { onAudio: (pcm: Uint8Array) => Promise<void> };
type TranscribeCall = Call<TranscriptionRequest> & { resolve: (transcript: Transcript) => void };

/** A session with counting ids and models that the test controls. */
export class SessionHarness {
  readonly events: ServerEvent[] = [];
  readonly conversations: ConverseCall[] = [];
  readonly speeches: SpeakCall[] = [];
  readonly transcriptions: TranscribeCall[] = [];
  readonly unexpected: unknown[] = [];
  readonly session: RealtimeSession;
  onEvent: (event: ServerEvent) => void = () => {};
  private readonly counts = new Map<IdPrefix, number>();

  constructor(settings: Partial<RealtimeSettings> = {}, ports: Partial<RealtimePorts> = {}) {
    this.session = new RealtimeSession(
      { ...this.createPorts(), ...ports },
      { model: 'chat-model', voice: 'alloy', ...settings },
    );
  }

  /** Returns the events since the last call, after all pending work. */
  async take(): Promise<ServerEvent[]> {
    await settle();
    return this.events.splice(0);
  }

  async takeTypes(): Promise<string[]> {
    return (await this.take()).map(({ type }) => type);
  }

  async send(...events: ClientEvent[]): Promise<ServerEvent[]> {
    for (const event of events) this.session.receive(event);
    return this.take();
  }

  async sendText(text: string): Promise<void> {
    const content = [{ type: 'input_text' as const, text }];
    await this.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  }

  get conversation(): ConverseCall {
    return last(this.conversations);
  }

  get speech(): SpeakCall {
    return last(this.speeches);
  }

  get transcription(): TranscribeCall {
    return last(this.transcriptions);
  }

  private createPorts(): RealtimePorts {
    return {
      emit: (event) => {
        this.events.push(event);
        this.onEvent(event);
      },
      newId: (prefix) => this.newId(prefix),
      describeError,
      onUnexpected: (thrown) => this.unexpected.push(thrown),
      converse: (request, { signal, onPart }) =>
        pending((call) => this.conversations.push({ request, signal, onPart, ...call })),
      transcribe: (request, { signal }) =>
        new Promise((resolve, reject) => {
          
          this.transcriptions.push({ request, signal, resolve, finish: () => resolve({ text: '' }), fail: reject });
        }),
      speak: (request, { signal, onAudio }) =>
        pending((call) => this.speeches.push({ request, signal, onAudio, ...call })),
    };
  }

  private newId(prefix: IdPrefix): string {
    const count = (this.counts.get(prefix) ?? 0) + 1;
    this.counts.set(prefix, count);
    return `${prefix}_${count}`;
  }
}

function pending(record: (call: { finish: () => void; fail: (thrown: unknown) => void }) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    record({ finish: resolve, fail: reject });
  });
}

function last<T>(calls: readonly T[]): T {
  const call = calls.at(-1);
  if (call === undefined) throw new Error('The port was not called.');
  return call;
}

/** Resolves when all pending work is done. Nothing in a session depends on time. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export function describeError({ source, code, kind, message, param }: GatewayError): ReturnType<RealtimePorts['describeError']> {
  const type = source === 'client' ? 'invalid_request_error' : 'server_error';
  return { type, code: code ?? kind, message, param: param ?? null };
}

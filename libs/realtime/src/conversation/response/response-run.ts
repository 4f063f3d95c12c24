import { type FinishKind, GatewayError, type Usage } from '#canonical';
import { type EventSender } from '../event-sender.js';
import { type Transcriptions } from '../input/transcriptions.js';
import { type Conversation } from '../items/conversation.js';
import { copyItem } from '../items/stored-item.js';
import { type RealtimePorts } from '../ports.js';
import { voiceName } from '../session/update-session.js';
import { buildChatRequest } from './chat-request.js';
import { OutputWriter } from './output-writer.js';
import { ReplyReader } from './reply-reader.js';
import { type ResponsePlan } from './response-plan.js';
import { type Speaker } from './spoken-message.js';
import { StepQueue } from './step-queue.js';

export interface ResponseOptions {
  ports: RealtimePorts;
  sender: EventSender;
  conversation: Conversation;
  transcriptions: Transcriptions;
  model: string;
  maxResponseTokens?: number;
  onAudioSent: () => void;
  onEnd: (run: ResponseRun) => void;
}

export type CancelReason = 'turn_detected' | 'client_cancelled';

type Outcome =
  | { status: 'completed' }
  | { status: 'cancelled'; reason: CancelReason }
  | { status: 'incomplete'; reason: 'max_output_tokens' | 'content_filter' }
  | { status: 'failed'; error: GatewayError };

/** One response, from `response.created` to `response.done`. */
export class ResponseRun {
  readonly id: string;
  private readonly stop = new AbortController();
  private readonly steps = new StepQueue();
  private readonly reader: ReplyReader;
  private readonly writer: OutputWriter;
  private isEnded = false;

  constructor(
    private readonly plan: ResponsePlan,
    private readonly options: ResponseOptions,
  ) {
    const { ports, sender, conversation } = options;
    this.id = ports.newId('resp');
    this.reader = new ReplyReader(this.steps, plan.modality);
    const context = { responseId: this.id, sender, ...(plan.isOutOfBand ? {} : { conversation }) };
    this.writer = new OutputWriter(
      context,
      ports.newId,
      plan.modality === 'audio' ? this.speaker() : undefined,
    );
  }

  get isOutOfBand(): boolean {
    return this.plan.isOutOfBand;
  }

  /** Returns at once. The result is sent as events. */
  start(): void {
    this.options.sender.emit('response.created', { response: this.view('in_progress', null) });
    this.run().then(
      (outcome) => this.end(outcome),
      (thrown: unknown) => this.fail(thrown),
    );
  }

  /** Cancels the response at once. `response.done` is its last event. */
  cancel(reason: CancelReason): void {
    this.end({ status: 'cancelled', reason });
  }

  /** Stops without an event. */
  abandon(): void {
    this.isEnded = true;
    this.stop.abort();
  }

  private async run(): Promise<Outcome> {
    await this.options.transcriptions.settled(this.plan.context);
    if (this.isEnded) return { status: 'completed' };
    this.requireTranscript();
    await Promise.all([this.converse(), this.performSteps()]);
    return toOutcome(this.reader.finish?.kind);
  }

  /** Throws if the last turn has no transcript. */
  private requireTranscript(): void {
    const lastUserItem = this.plan.context.findLast(
      ({ item }) => item.type === 'message' && item.role === 'user',
    );
    if (lastUserItem?.transcriptionFailure !== undefined) throw lastUserItem.transcriptionFailure;
  }

  private async converse(): Promise<void> {
    const { ports, model, maxResponseTokens } = this.options;
    const request = buildChatRequest(this.plan, model, maxResponseTokens);
    let isOver = false;
    await ports.converse(request, {
      signal: this.stop.signal,
      onPart: (part) => {
        if (!isOver && !this.isEnded) this.reader.read(part);
      },
    });
    isOver = true;
    this.reader.end();
  }

  private async performSteps(): Promise<void> {
    for await (const step of this.steps) {
      if (this.isEnded) return;
      await this.writer.write(step);
    }
  }

  private speaker(): Speaker {
    const { ports, onAudioSent } = this.options;
    const { voice, speed, format } = this.plan;
    return { ports, voice: voiceName(voice), speed, format, signal: this.stop.signal, onAudioSent };
  }

  private fail(thrown: unknown): void {
    if (!this.isEnded) this.end({ status: 'failed', error: this.options.sender.toGatewayError(thrown) });
  }

  private end(outcome: Outcome): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.stop.abort();
    this.steps.end();
    const { sender, ports, onEnd } = this.options;
    this.writer.close(outcome.status === 'completed' ? 'completed' : 'incomplete');
    onEnd(this);
    // An error of the client, such as a limit, is only reported in the response.
    if (outcome.status === 'failed' && outcome.error.source !== 'client') sender.refuse(outcome.error);
    sender.emit('response.done', { response: this.view(outcome.status, this.encodeDetails(outcome)) });
    const limits = ports.rateLimits?.() ?? [];
    if (limits.length > 0) sender.emit('rate_limits.updated', { rate_limits: limits });
  }

  private encodeDetails(outcome: Outcome): object | null {
    const { status: type } = outcome;
    if (outcome.status === 'completed') return null;
    if (outcome.status !== 'failed') return { type, reason: outcome.reason };
    const { type: kind, code, message } = this.options.ports.describeError(outcome.error);
    return { type, error: { type: kind, code, message } };
  }

  private view(status: Outcome['status'] | 'in_progress', details: object | null): object {
    const { isOutOfBand, modality, maxOutputTokens, format, voice, metadata } = this.plan;
    return {
      object: 'realtime.response',
      id: this.id,
      status,
      status_details: details,
      output: this.writer.output.map(copyItem),
      conversation_id: isOutOfBand ? null : this.options.conversation.id,
      output_modalities: [modality],
      max_output_tokens: maxOutputTokens,
      audio: { output: { format, voice } },
      usage: status === 'in_progress' ? null : encodeUsage(this.reader.usage),
      metadata,
    };
  }
}

function toOutcome(finish: FinishKind | undefined): Outcome {
  switch (finish) {
    case undefined:
      throw new GatewayError('upstream-interrupted', 'The response of the model ended early.');
    case 'length':
      return { status: 'incomplete', reason: 'max_output_tokens' };
    case 'content-filter':
      return { status: 'incomplete', reason: 'content_filter' };
    default:
      return { status: 'completed' };
  }
}

/** The chat model's usage. Speech and transcription have usage of their own. */
function encodeUsage(usage: Usage | undefined): object | null {
  if (usage === undefined) return null;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage;
  const { audioInputTokens = 0, imageInputTokens = 0, audioOutputTokens = 0 } = usage;
  return {
    total_tokens: inputTokens + outputTokens,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    input_token_details: {
      text_tokens: Math.max(0, inputTokens - audioInputTokens - imageInputTokens),
      audio_tokens: audioInputTokens,
      image_tokens: imageInputTokens,
      cached_tokens: cachedInputTokens,
      cached_tokens_details: { text_tokens: cachedInputTokens, audio_tokens: 0, image_tokens: 0 },
    },
    output_token_details: {
      text_tokens: Math.max(0, outputTokens - audioOutputTokens),
      audio_tokens: audioOutputTokens,
    },
  };
}

import { type FinishKind, GatewayError } from '#canonical';
import { type Transcriptions } from '../input/transcriptions.js';
import { type Conversation } from '../items/conversation.js';
import { viewOf } from '../items/stored-item.js';
import { type Outbox } from '../outbox.js';
import { type RealtimePorts } from '../ports.js';
import { voiceName } from '../session/update-session.js';
import { chatRequest } from './chat-request.js';
import { OutputDesk } from './output-desk.js';
import { realtimeUsage } from './realtime-usage.js';
import { ReplyReader } from './reply-reader.js';
import { type ResponsePlan } from './response-plan.js';
import { type Speaker } from './spoken-message.js';
import { StepQueue } from './step-queue.js';

export interface ResponseParts {
  ports: RealtimePorts;
  outbox: Outbox;
  conversation: Conversation;
  transcriptions: Transcriptions;
  model: string;
  maxResponseTokens?: number;
  onSound: () => void;
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
  private readonly desk: OutputDesk;
  private isEnded = false;

  constructor(
    private readonly plan: ResponsePlan,
    private readonly parts: ResponseParts,
  ) {
    const { ports, outbox, conversation } = parts;
    this.id = ports.newId('resp');
    this.reader = new ReplyReader(this.steps, plan.modality);
    const frame = { responseId: this.id, outbox, ...(plan.isOutOfBand ? {} : { conversation }) };
    this.desk = new OutputDesk(frame, ports.newId, plan.modality === 'audio' ? this.speaker() : undefined);
  }

  get isOutOfBand(): boolean {
    return this.plan.isOutOfBand;
  }

  /** Returns at once; what follows is told in events, and never rejected. */
  start(): void {
    this.parts.outbox.emit('response.created', { response: this.view('in_progress', null) });
    this.answer().then(
      (outcome) => this.end(outcome),
      (thrown: unknown) => this.fail(thrown),
    );
  }

  /** At once: nothing of it is emitted afterwards. */
  cancel(reason: CancelReason): void {
    this.end({ status: 'cancelled', reason });
  }

  /** Without another word. */
  abandon(): void {
    this.isEnded = true;
    this.stop.abort();
  }

  private async answer(): Promise<Outcome> {
    await this.parts.transcriptions.settled(this.plan.context);
    if (this.isEnded) return { status: 'completed' };
    this.refuseUnheard();
    await Promise.all([this.converse(), this.performSteps()]);
    return outcomeOf(this.reader.finish?.kind);
  }

  /** The model cannot answer what nobody understood. */
  private refuseUnheard(): void {
    const question = this.plan.context.findLast(
      ({ item }) => item.type === 'message' && item.role === 'user',
    );
    if (question?.hearingFailure !== undefined) throw question.hearingFailure;
  }

  private async converse(): Promise<void> {
    const { ports, model, maxResponseTokens } = this.parts;
    const request = chatRequest(this.plan, model, maxResponseTokens);
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
      await this.desk.take(step);
    }
  }

  private speaker(): Speaker {
    const { ports, onSound } = this.parts;
    const { voice, speed, format } = this.plan;
    return { ports, voice: voiceName(voice), speed, format, signal: this.stop.signal, onSound };
  }

  private fail(thrown: unknown): void {
    if (!this.isEnded) this.end({ status: 'failed', error: this.parts.outbox.faultOf(thrown) });
  }

  private end(outcome: Outcome): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.stop.abort();
    this.steps.end();
    const { outbox, ports, onEnd } = this.parts;
    this.desk.close(outcome.status === 'completed' ? 'completed' : 'incomplete');
    onEnd(this);
    // What the client itself has caused, such as a limit, is told with the response alone.
    if (outcome.status === 'failed' && outcome.error.source !== 'client') outbox.refuse(outcome.error);
    outbox.emit('response.done', { response: this.view(outcome.status, this.detailsOf(outcome)) });
    const limits = ports.rateLimits?.() ?? [];
    if (limits.length > 0) outbox.emit('rate_limits.updated', { rate_limits: limits });
  }

  private detailsOf(outcome: Outcome): object | null {
    const { status: type } = outcome;
    if (outcome.status === 'completed') return null;
    if (outcome.status !== 'failed') return { type, reason: outcome.reason };
    const { type: kind, code, message } = this.parts.ports.wordError(outcome.error);
    return { type, error: { type: kind, code, message } };
  }

  private view(status: Outcome['status'] | 'in_progress', details: object | null): object {
    const { isOutOfBand, modality, maxOutputTokens, format, voice, metadata } = this.plan;
    return {
      object: 'realtime.response',
      id: this.id,
      status,
      status_details: details,
      output: this.desk.output.map(viewOf),
      conversation_id: isOutOfBand ? null : this.parts.conversation.id,
      output_modalities: [modality],
      max_output_tokens: maxOutputTokens,
      audio: { output: { format, voice } },
      usage: status === 'in_progress' ? null : realtimeUsage(this.reader.usage),
      metadata,
    };
  }
}

function outcomeOf(finish: FinishKind | undefined): Outcome {
  switch (finish) {
    case undefined:
      throw new GatewayError('upstream-bad-response', 'The answer of the model broke off.');
    case 'length':
      return { status: 'incomplete', reason: 'max_output_tokens' };
    case 'content-filter':
      return { status: 'incomplete', reason: 'content_filter' };
    default:
      return { status: 'completed' };
  }
}

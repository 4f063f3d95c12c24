import type { Fields } from '../fields.js';
import { newId } from '../openai/identifiers.js';
import type { Answer } from '../scenarios/answer.js';
import type { Conversation } from './conversation.js';
import type { Dialect } from './dialect.js';
import type { ResponseDirection, ResponseFault } from './directions.js';
import type { StoredItem } from './item.js';
import { OutputCall } from './output-call.js';
import type { OutputChannel, OutputItem } from './output-item.js';
import { OutputMessage } from './output-message.js';
import { RATE_LIMITS } from './rate-limits.js';
import type { ResponseRecord, ResponseStatus } from './response-record.js';
import type { ResponseSettings } from './response-settings.js';
import { actOut, SERVER_FAULT, type Stage } from './stage-direction.js';
import { buildUsage, type InputTokens, type RealtimeUsage } from './usage.js';

const FLOOD_CHUNK = Buffer.alloc(24_000, 'audio');

export interface ResponsePlan {
  trigger: ResponseRecord['trigger'];
  settings: ResponseSettings;
  direction: ResponseDirection;
  answer: Answer;
  inputTokens: InputTokens;
}

/** The dialogue as its responses need it. */
export interface ResponseHost {
  readonly dialect: Dialect;
  readonly conversation: Conversation;
  readonly conversationId: string;
  /** Resolves when the kernel has accepted the event. */
  emit(event: Fields): Promise<void>;
  cut(): void;
  close(code: number, reason?: string): void;
  onOver(run: ResponseRun): void;
}

interface Ending {
  reason?: string;
  error?: ResponseFault;
}

/** One response, from its first event to its last. */
export class ResponseRun implements ResponseRecord {
  readonly id = newId('resp_');
  readonly trigger: ResponseRecord['trigger'];
  readonly metadata: unknown;
  status: ResponseStatus = 'in_progress';
  aborted = false;
  readonly #begun: OutputItem[] = [];
  readonly #over = new AbortController();
  #ending: Ending = {};
  #openItem?: OutputItem;
  #chunksSaid = 0;
  #lastSent: Promise<void> = Promise.resolve();

  constructor(
    private readonly plan: ResponsePlan,
    private readonly host: ResponseHost,
  ) {
    this.trigger = plan.trigger;
    this.metadata = plan.settings.metadata;
  }

  get isAside(): boolean {
    return this.plan.settings.isAside;
  }

  get reason(): string | undefined {
    return this.#ending.reason;
  }

  get text(): string {
    return this.#begun.map(({ text }) => text).join('');
  }

  get usage(): RealtimeUsage {
    const output = { text: 0, audio: 0 };
    for (const { tokens } of this.#begun) {
      output.text += tokens.text;
      output.audio += tokens.audio;
    }
    const isFree = this.plan.direction.kind === 'fail';
    return buildUsage(isFree ? { text: 0, audio: 0, image: 0, cached: 0 } : this.plan.inputTokens, output);
  }

  /** Sends all of it, without pauses unless the direction has some. */
  async run(): Promise<void> {
    const { direction, answer } = this.plan;
    this.#emit({ type: 'response.created', response: this.#shown(null) });
    if (direction.kind === 'fail') return this.#finish('failed', { error: direction.error ?? SERVER_FAULT });
    if (direction.kind === 'events') for (const event of direction.events) this.#emit(event);
    if (direction.kind === 'flood') await this.#flood(direction.sizeBytes);
    else await this.#say(this.#limited(answer));
  }

  /** Ends it before it is complete. */
  cancel(reason: 'client_cancelled' | 'turn_detected'): void {
    this.#openItem?.close('incomplete');
    this.#finish('cancelled', { reason });
  }

  /** The connection is closed; it counts as aborted only if the client closed it. */
  abort(): void {
    if (this.#isOver) return;
    this.aborted = true;
    this.#over.abort();
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  async #say(answer: Answer): Promise<void> {
    for (const item of this.#toItems(answer)) {
      this.#begin(item);
      for (const chunk of [...item.chunks, undefined]) {
        const pause = this.#due();
        if (pause) await pause;
        if (this.#isOver) return;
        if (chunk === undefined) break;
        item.push(chunk);
        this.#chunksSaid += 1;
      }
      this.#complete(item);
    }
    if (answer.ending === 'length') this.#finish('incomplete', { reason: 'max_output_tokens' });
    else if (answer.ending === 'filter') this.#finish('incomplete', { reason: 'content_filter' });
    else this.#finish('completed', {});
  }

  async #flood(sizeBytes: number): Promise<void> {
    const item = new OutputMessage('', this.#channel(0), this.plan.settings.audio.output);
    this.#begin(item);
    for (let leftBytes = sizeBytes; leftBytes > 0 && !this.#isOver; leftBytes -= FLOOD_CHUNK.length) {
      item.pushAudio(FLOOD_CHUNK.subarray(0, leftBytes));
      await this.#lastSent;
    }
    if (this.#isOver) return;
    this.#complete(item);
    this.#finish('completed', {});
  }

  #due(): Promise<void> | undefined {
    const stage: Stage = {
      signal: this.#over.signal,
      cut: () => {
        this.#over.abort();
        this.host.cut();
      },
      close: (code, reason) => {
        this.#over.abort();
        this.host.close(code, reason);
      },
      fail: (error) => {
        this.#emit({ type: 'error', error: { ...error, param: null, event_id: null } });
        this.#openItem?.close('incomplete');
        this.#finish('failed', { error });
      },
    };
    return actOut(this.plan.direction, this.#chunksSaid, stage);
  }

  #toItems({ toolCalls, text }: Answer): OutputItem[] {
    if (toolCalls.length > 0)
      return toolCalls.map((call, index) => new OutputCall(call, this.#channel(index)));
    const { output_modalities: modalities, audio } = this.plan.settings;
    const voice = modalities.includes('audio') ? audio.output : undefined;
    return [new OutputMessage(text, this.#channel(0), voice)];
  }

  #limited(answer: Answer): Answer {
    const limit = this.plan.settings.max_output_tokens;
    const words = answer.text.split(/(?<=\s)(?=\S)/);
    if (limit === 'inf' || words.length <= limit) return answer;
    return { ...answer, text: words.slice(0, limit).join(''), ending: 'length' };
  }

  #begin(item: OutputItem): void {
    this.#begun.push(item);
    this.#openItem = item;
    item.open();
  }

  #complete(item: OutputItem): void {
    item.close('completed');
    this.#openItem = undefined;
  }

  #channel(outputIndex: number): OutputChannel {
    const place = { response_id: this.id, output_index: outputIndex };
    return {
      tell: (event) => this.#emit({ ...place, item_id: this.#begun[outputIndex]?.entry.item.id, ...event }),
      announce: (stage, entry) => {
        const told = { type: `response.output_item.${stage}`, ...place, item: entry.item };
        if (stage === 'added') this.#emit(told);
        if (!this.isAside) this.#announce(stage, entry);
        if (stage === 'done') this.#emit(told);
      },
    };
  }

  #announce(stage: 'added' | 'done', entry: StoredItem): void {
    if (stage === 'added') this.host.conversation.add(entry);
    const previousItemId = this.host.conversation.before(entry);
    this.#emit({ type: `conversation.item.${stage}`, previous_item_id: previousItemId, item: entry.item });
  }

  #finish(status: ResponseStatus, ending: Ending): void {
    this.status = status;
    this.#ending = ending;
    this.#over.abort();
    this.#emit({ type: 'response.done', response: this.#shown(this.#toldUsage()) });
    this.#emit(RATE_LIMITS);
    this.host.onOver(this);
  }

  #toldUsage(): object | null {
    const { direction } = this.plan;
    if (direction.usage !== undefined) return direction.usage;
    return direction.kind === 'fail' ? null : this.usage;
  }

  #emit(event: Fields): void {
    this.#lastSent = this.host.emit(event);
  }

  #shown(usage: object | null): Fields {
    const { settings } = this.plan;
    const { format, voice } = settings.audio.output;
    return {
      object: 'realtime.response',
      id: this.id,
      status: this.status,
      status_details: this.status === 'in_progress' ? null : getDetails(this.status, this.#ending),
      output: this.#begun.map(({ entry }) => entry.item),
      conversation_id: this.isAside ? null : this.host.conversationId,
      output_modalities: settings.output_modalities,
      max_output_tokens: settings.max_output_tokens,
      audio: { output: { format, voice } },
      ...(this.host.dialect === 'beta' && { temperature: settings.temperature }),
      usage,
      metadata: this.metadata,
    };
  }
}

function getDetails(status: ResponseStatus, ending: Ending): object | null {
  return status === 'completed' ? null : { type: status, ...ending };
}

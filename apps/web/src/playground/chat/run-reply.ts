import { type GatewayAnswer, callGateway } from '../call.js';
import { CallError, brokenOff } from '../call/call-error.js';
import { type FormatId, type ReplyTurn, type Turn } from './conversation.js';
import { FORMATS } from './formats/formats.js';
import { type PlaygroundModel } from '../token/playground-model.js';
import { fitSettings, listControls } from './settings/fit-settings.js';
import { type Settings } from './settings/settings.js';

/** What a request for a reply needs besides the model and the conversation. */
export interface Asking {
  token: string;
  format: FormatId;
  settings: Settings;
  /** The models of the token, with the parameters that they accept. */
  models: readonly PlaygroundModel[];
}

interface Question extends Asking {
  model: string;
  turns: readonly Turn[];
}

/** Each update renders the whole reply again, so streamed events are shown in batches. */
const SHOW_EVERY_MS = 50;

export function beginReply({ model, format, settings, models, turns }: Question): ReplyTurn {
  const controls = listControls(FORMATS[format], [models.find(({ id }) => id === model)]);
  const request = FORMATS[format].buildRequest(model, turns, fitSettings(settings, controls));
  return {
    kind: 'reply',
    id: freshId(),
    model,
    format,
    state: 'running',
    parts: [],
    request,
    raw: [],
  };
}

/** Sends the request and calls `show` with each state of the reply until it has ended. Never throws. */
export async function runReply(
  begun: ReplyTurn,
  { token, settings }: Asking,
  signal: AbortSignal,
  show: (reply: ReplyTurn) => void,
): Promise<void> {
  const run = new Run(begun, show);
  const startedAt = performance.now();
  let answer: GatewayAnswer | undefined;
  try {
    answer = await callGateway(token, begun.request, signal);
    run.change({ report: answer.report() });
    if (settings.isStreamed) {
      for await (const { data } of answer.events()) {
        run.readEvent(data, performance.now() - startedAt);
        // The error is the last event, even if the connection stays open.
        if (run.hasFailed) break;
      }
    } else run.readWhole(await answer.json());
    run.end(answer.report());
  } catch (error) {
    run.fail(error, signal.aborted, answer?.report());
  }
}

class Run {
  private timer?: ReturnType<typeof setTimeout>;
  private readonly raw: string[] = [];

  constructor(
    private reply: ReplyTurn,
    private readonly show: (reply: ReplyTurn) => void,
  ) {}

  get hasFailed(): boolean {
    return this.reply.failure !== undefined;
  }

  change(members: Partial<ReplyTurn>): void {
    this.reply = { ...this.reply, ...members };
    this.showIt();
  }

  readEvent(data: string, elapsedMs: number): void {
    const { reply } = this;
    this.raw.push(data);
    if (data !== '[DONE]') {
      const read = FORMATS[reply.format].readEvent(reply, JSON.parse(data));
      const firstTokenMs = reply.firstTokenMs ?? (read.parts.length > 0 ? elapsedMs : undefined);
      this.reply = { ...reply, ...read, firstTokenMs };
    }
    this.showSoon();
  }

  readWhole(body: unknown): void {
    this.raw.push(JSON.stringify(body, null, 2));
    this.reply = { ...this.reply, ...FORMATS[this.reply.format].readWhole(body) };
  }

  end(report: ReplyTurn['report']): void {
    const { failure, finish } = this.reply;
    if (failure === undefined && finish !== undefined) this.change({ state: 'done', report });
    else this.change({ state: 'failed', report, error: brokenOff(failure, report?.requestId) });
  }

  fail(error: unknown, isStopped: boolean, report: ReplyTurn['report']): void {
    if (isStopped) return this.change({ state: 'stopped', report });
    const { failure } = this.reply;
    // Browsers throw a TypeError if the connection is lost while the response is read.
    const isCut = report !== undefined && error instanceof TypeError;
    if (failure !== undefined || isCut)
      return this.change({ state: 'failed', report, error: brokenOff(failure, report?.requestId) });
    const message = error instanceof Error ? error.message : String(error);
    const told =
      error instanceof CallError
        ? error
        : new CallError(message, { status: 0, requestId: report?.requestId });
    this.change({ state: 'failed', report, error: told });
  }

  /** Delays the update, because a fast stream would block the page with renders. */
  private showSoon(): void {
    this.timer ??= setTimeout(() => this.showIt(), SHOW_EVERY_MS);
  }

  private showIt(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.show({ ...this.reply, raw: [...this.raw] });
  }
}

/** Starts above all ids of a conversation that was stored before a reload. */
let count = Date.now();

/** An id that is unique in this tab. `crypto.randomUUID` is available only over HTTPS. */
export function freshId(): string {
  count += 1;
  return String(count);
}

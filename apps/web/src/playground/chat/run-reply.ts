import { type GatewayResponse, callGateway } from '../call.js';
import { CallError, toInterruptedError } from '../call/call-error.js';
import { type FormatId, type ReplyTurn, type Turn } from './conversation.js';
import { FORMATS } from './formats/formats.js';
import { type PlaygroundModel } from '../token/playground-model.js';
import { fitSettings, listControls } from './settings/fit-settings.js';
import { type Settings } from './settings/settings.js';

/** What a request for a reply needs besides the model and the conversation. */
export interface ReplyOptions {
  token: string;
  format: FormatId;
  settings: Settings;
  /** The models of the token, with the parameters that they accept. */
  models: readonly PlaygroundModel[];
}

interface ReplyRequest extends ReplyOptions {
  model: string;
  turns: readonly Turn[];
}

/** Each update renders the whole reply again, so streamed events are shown in batches. */
const UPDATE_INTERVAL_MS = 50;

export function createReply({ model, format, settings, models, turns }: ReplyRequest): ReplyTurn {
  const controls = listControls(FORMATS[format], [models.find(({ id }) => id === model)]);
  const request = FORMATS[format].buildRequest(model, turns, fitSettings(settings, controls));
  return {
    kind: 'reply',
    id: createId(),
    model,
    format,
    state: 'running',
    parts: [],
    request,
    raw: [],
  };
}

/** Sends the request and calls `onChange` with each state of the reply until it has ended. Never throws. */
export async function runReply(
  initialReply: ReplyTurn,
  { token, settings }: ReplyOptions,
  signal: AbortSignal,
  onChange: (reply: ReplyTurn) => void,
): Promise<void> {
  const run = new ReplyRun(initialReply, onChange);
  const startedAt = performance.now();
  let response: GatewayResponse | undefined;
  try {
    response = await callGateway(token, initialReply.request, signal);
    run.change({ report: response.report() });
    if (settings.isStreamed) {
      for await (const { data } of response.events()) {
        run.readEvent(data, performance.now() - startedAt);
        // The error is the last event, even if the connection stays open.
        if (run.hasFailed) break;
      }
    } else run.readBody(await response.json());
    run.end(response.report());
  } catch (error) {
    run.fail(error, signal.aborted, response?.report());
  }
}

class ReplyRun {
  private timer?: ReturnType<typeof setTimeout>;
  private readonly raw: string[] = [];

  constructor(
    private reply: ReplyTurn,
    private readonly onChange: (reply: ReplyTurn) => void,
  ) {}

  get hasFailed(): boolean {
    return this.reply.failure !== undefined;
  }

  change(members: Partial<ReplyTurn>): void {
    this.reply = { ...this.reply, ...members };
    this.publish();
  }

  readEvent(data: string, elapsedMs: number): void {
    const { reply } = this;
    this.raw.push(data);
    if (data !== '[DONE]') {
      const read = FORMATS[reply.format].readEvent(reply, JSON.parse(data));
      const firstTokenMs = reply.firstTokenMs ?? (read.parts.length > 0 ? elapsedMs : undefined);
      this.reply = { ...reply, ...read, firstTokenMs };
    }
    this.publishSoon();
  }

  readBody(body: unknown): void {
    this.raw.push(JSON.stringify(body, null, 2));
    this.reply = { ...this.reply, ...FORMATS[this.reply.format].readBody(body) };
  }

  end(report: ReplyTurn['report']): void {
    const { failure, finish } = this.reply;
    if (failure === undefined && finish !== undefined) this.change({ state: 'done', report });
    else this.change({ state: 'failed', report, error: toInterruptedError(failure, report?.requestId) });
  }

  fail(error: unknown, isStopped: boolean, report: ReplyTurn['report']): void {
    if (isStopped) return this.change({ state: 'stopped', report });
    const { failure } = this.reply;
    // Browsers throw a TypeError if the connection is lost while the response is read.
    const isConnectionLost = report !== undefined && error instanceof TypeError;
    if (failure !== undefined || isConnectionLost)
      return this.change({ state: 'failed', report, error: toInterruptedError(failure, report?.requestId) });
    const message = error instanceof Error ? error.message : String(error);
    const callError =
      error instanceof CallError
        ? error
        : new CallError(message, { status: 0, requestId: report?.requestId });
    this.change({ state: 'failed', report, error: callError });
  }

  /** Delays the update, because a fast stream would block the page with renders. */
  private publishSoon(): void {
    this.timer ??= setTimeout(() => this.publish(), UPDATE_INTERVAL_MS);
  }

  private publish(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.onChange({ ...this.reply, raw: [...this.raw] });
  }
}

/** Starts above all ids of a conversation that was stored before a reload. */
let count = Date.now();

/** An id that is unique in this tab. `crypto.randomUUID` is available only over HTTPS. */
export function createId(): string {
  count += 1;
  return String(count);
}

import { type ErrorKind, GatewayError } from '#canonical';
import { realtime } from '#wire';
import { type RealtimePorts } from '../conversation/ports.js';
import { RealtimeSession } from '../conversation/realtime-session.js';
import {
  type RunningSession,
  type SessionCall,
  type SessionClient,
  type SessionDesk,
  type SessionEnd,
} from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type BridgeContext } from './bridge-context.js';
import { type BridgeParts } from './bridge-parts.js';
import { converseThroughRelay } from './converse.js';
import { InnerRequests } from './inner-requests.js';
import { ResponseLimits } from './response-limits.js';
import { speakThroughRelay } from './speak.js';
import { transcribeThroughRelay } from './transcribe.js';

const MOST_FAULTS = 1_000;
/** Every service has a voice of this name. */
const USUAL_VOICE = 'alloy';

/** After these there is nothing more that the session could do for its client. */
const ENDS_SESSION: ReadonlySet<ErrorKind> = new Set([
  'budget-exhausted',
  'spend-limit-reached',
  'unknown-token',
  'expired-token',
  'disabled-token',
  'address-not-allowed',
]);

/** Opens a session in which the gateway is the realtime server. Throws where the settings of the call cannot be met. */
export function startBridge(
  call: SessionCall,
  client: SessionClient,
  desk: SessionDesk,
  parts: BridgeParts,
): BridgeSession {
  return new BridgeSession(call, client, desk, parts);
}

/** A realtime session that is made of chat, transcription and speech requests to this gateway. */
export class BridgeSession implements RunningSession {
  readonly ended: Promise<SessionEnd>;
  private end: (end: SessionEnd) => void = () => undefined;
  private readonly engine: RealtimeSession;
  private readonly requests: InnerRequests;
  private readonly limits: ResponseLimits;
  private faults = 0;
  private isOver = false;

  constructor(
    private readonly call: SessionCall,
    private readonly client: SessionClient,
    desk: SessionDesk,
    private readonly parts: BridgeParts,
  ) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
    this.requests = new InnerRequests(call.requestId, desk, (error) => this.noteFailure(error));
    this.limits = new ResponseLimits(desk);
    const { settings, expiresAtSeconds, maxResponseTokens } = parts;
    this.engine = new RealtimeSession(this.ports(), {
      model: call.model,
      voice: settings.voice ?? USUAL_VOICE,
      expiresAtSeconds,
      session: call.settings,
      limits: { maxResponseTokens },
    });
    this.engine.open();
    this.announceConversation();
  }

  get isResponding(): boolean {
    return this.engine.isResponding;
  }

  receive({ data, isBinary }: Frame): void | Promise<void> {
    if (this.isOver) return undefined;
    try {
      if (isBinary) throw notText();
      this.engine.receive(realtime.readClientEvent(data, this.call.dialect));
    } catch (thrown) {
      this.refuse(GatewayError.from(thrown));
    }
    return this.client.drained();
  }

  async close(reason: GatewayError): Promise<void> {
    this.finish({ error: reason });
    await this.requests.settled();
  }

  private ports(): RealtimePorts {
    const { call, client, parts, requests, limits } = this;
    const { transcribeModel, speechModel } = parts.settings;
    const context: BridgeContext = { call, parts, requests };
    return {
      emit: (event) => this.emit(event),
      drained: () => client.drained(),
      newId: (prefix) => realtime.mintRealtimeId(prefix),
      wordError,
      onUnexpected: (err) => parts.logger.error({ err, requestId: call.requestId }, 'a session has failed'),
      converse: converseThroughRelay(context, limits, client),
      ...(transcribeModel === undefined
        ? {}
        : { transcribe: transcribeThroughRelay(context, transcribeModel) }),
      ...(speechModel === undefined ? {} : { speak: speakThroughRelay(context, speechModel) }),
      rateLimits: () => limits.rateLimits,
    };
  }

  private emit(event: realtime.ServerEvent & Record<string, unknown>): void {
    if (this.isOver) return;
    for (const frame of realtime.encodeServerEvent(event, this.call.dialect)) this.client.send(frame);
  }

  /** Only clients of the first version hear of it. */
  private announceConversation(): void {
    this.emit({
      type: 'conversation.created',
      event_id: realtime.mintRealtimeId('event'),
      conversation: { id: this.engine.conversationId, object: 'realtime.conversation' },
    });
  }

  private refuse(fault: GatewayError): void {
    this.client.send(JSON.stringify(realtime.encodeRealtimeError(fault)));
    this.faults += 1;
    if (this.faults <= MOST_FAULTS) return;
    const message = `More than ${MOST_FAULTS} messages of this session could not be understood.`;
    this.finish({ error: new GatewayError('invalid-request', message) });
  }

  /** The engine tells what has failed before anything else happens: nothing of it waits for more than a promise. */
  private noteFailure(error: GatewayError): void {
    if (ENDS_SESSION.has(error.kind)) setImmediate(() => this.finish({ error }));
  }

  private finish(end: SessionEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    this.engine.close();
    this.end(end);
  }
}

function wordError(error: GatewayError): ReturnType<RealtimePorts['wordError']> {
  const { type, code, message, param } = realtime.encodeRealtimeError(error).error;
  return { type, code, message, param };
}

function notText(): GatewayError {
  return new GatewayError('invalid-request', 'Events are sent as text, not as binary messages.');
}

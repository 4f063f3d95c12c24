import { type ErrorKind, GatewayError } from '#canonical';
import { realtime } from '#wire';
import { type RealtimePorts } from '../conversation/ports.js';
import { RealtimeSession } from '../conversation/realtime-session.js';
import {
  type RunningSession,
  type SessionCall,
  type SessionClient,
  type SessionEnd,
  type SessionHost,
} from '../session.js';
import { type Frame } from '../sockets/frame.js';
import { type BridgeContext, type BridgeOptions } from './bridge-options.js';
import { converseThroughRelay } from './converse.js';
import { readInProcess } from './in-process-client.js';
import { InnerRequests, ResponseLimits } from './inner-requests.js';
import { PcmReader } from './pcm-reader.js';
import { transcribeThroughRelay } from './transcribe.js';

const MAX_FAULTS = 1_000;

/** Every service has a voice of this name. */
const DEFAULT_VOICE = 'alloy';

/** Errors after which the session can do nothing more for its client. */
const ENDS_SESSION: ReadonlySet<ErrorKind> = new Set([
  'budget-exhausted',
  'spend-limit-reached',
  'unknown-token',
  'expired-token',
  'disabled-token',
  'address-not-allowed',
]);

const DEFAULT_SPEED = 1;

/** Opens a session in which the gateway is the realtime server. Throws where the settings of the call cannot be met. */
export function startBridge(
  call: SessionCall,
  client: SessionClient,
  host: SessionHost,
  options: BridgeOptions,
): BridgeSession {
  return new BridgeSession(call, client, host, options);
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
    host: SessionHost,
    private readonly options: BridgeOptions,
  ) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
    this.requests = new InnerRequests(call.requestId, host, (error) => this.noteFailure(error));
    this.limits = new ResponseLimits(host);
    const { settings, expiresAtSeconds, maxResponseTokens } = options;
    this.engine = new RealtimeSession(this.ports(), {
      model: call.model,
      voice: settings.voice ?? DEFAULT_VOICE,
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
    const { call, client, options, requests, limits } = this;
    const { transcribeModel, speechModel } = options.settings;
    const context: BridgeContext = { call, options, requests };
    return {
      emit: (event) => this.emit(event),
      drained: () => client.drained(),
      newId: (prefix) => realtime.mintRealtimeId(prefix),
      describeError,
      onUnexpected: (err) => options.logger.error({ err, requestId: call.requestId }, 'a session has failed'),
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

  /** `conversation.created` exists only in the beta protocol. */
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
    if (this.faults <= MAX_FAULTS) return;
    const message = `More than ${MAX_FAULTS} messages of this session could not be understood.`;
    this.finish({ error: new GatewayError('invalid-request', message) });
  }

  /** The conversation reports the failure within this turn of the event loop, before the session ends. */
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

function describeError(error: GatewayError): ReturnType<RealtimePorts['describeError']> {
  const { type, code, message, param } = realtime.encodeRealtimeError(error).error;
  return { type, code, message, param };
}

function notText(): GatewayError {
  return new GatewayError('invalid-request', 'Events are sent as text, not as binary messages.');
}

/** Speaks sentences. The gateway chooses the model, so the token need not be allowed to use it. */
function speakThroughRelay(
  { call, options, requests }: BridgeContext,
  model: string,
): NonNullable<RealtimePorts['speak']> {
  const token = { ...call.token, models: undefined, cacheTtlSeconds: 0, contentDays: 0 };
  return ({ text, voice, speed }, { signal, onAudio }) =>
    requests.run(async ({ requestId, record }) => {
      const asked = {
        model,
        input: text,
        voice,
        response_format: 'pcm',
        // Not every service accepts a speed.
        ...(speed === DEFAULT_SPEED ? {} : { speed }),
      };
      const reader = new PcmReader(onAudio);
      await readInProcess(reader, signal, (self) =>
        options.relay.serve('openai-speech', {
          body: Buffer.from(JSON.stringify(asked)),
          hints: {},
          headers: {},
          requestId,
          admitted: call.admitted.part,
          sessionId: call.sessionId,
          token,
          client: self,
          record,
        }),
      );
      reader.end();
    });
}

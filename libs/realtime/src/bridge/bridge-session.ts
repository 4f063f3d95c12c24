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

/** All speech services have a voice with this name. */
const DEFAULT_VOICE = 'alloy';

/** Errors that end the session, because no further request could succeed. */
const ENDS_SESSION: ReadonlySet<ErrorKind> = new Set([
  'budget-exhausted',
  'spend-limit-reached',
  'unknown-token',
  'expired-token',
  'disabled-token',
  'address-not-allowed',
]);

const DEFAULT_SPEED = 1;

/**
 * Opens a session in which the gateway is the realtime server. Throws if the settings of the call are not supported.
 */
export function startBridge(
  call: SessionCall,
  client: SessionClient,
  host: SessionHost,
  options: BridgeOptions,
): BridgeSession {
  return new BridgeSession(call, client, host, options);
}

/** A realtime session that consists of chat, transcription and speech requests to this gateway. */
export class BridgeSession implements RunningSession {
  readonly ended: Promise<SessionEnd>;
  private end: (end: SessionEnd) => void = () => undefined;
  private readonly engine: RealtimeSession;
  private readonly requests: InnerRequests;
  private readonly limits: ResponseLimits;
  private hasEnded = false;

  constructor(
    private readonly call: SessionCall,
    private readonly client: SessionClient,
    private readonly host: SessionHost,
    private readonly options: BridgeOptions,
  ) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
    this.requests = new InnerRequests(call.admitted.requestId, host, (error) => this.noteFailure(error));
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
    if (this.hasEnded) return undefined;
    try {
      if (isBinary) throw notText();
      this.engine.receive(realtime.readClientEvent(data, this.call.dialect));
    } catch (thrown) {
      this.reportError(GatewayError.from(thrown));
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
      onRefused: (error) => this.host.onRefused(error),
      onUnexpected: (err) =>
        options.logger.error({ err, requestId: call.admitted.requestId }, 'realtime session failed'),
      converse: converseThroughRelay(context, limits, client),
      ...(transcribeModel === undefined
        ? {}
        : { transcribe: transcribeThroughRelay(context, limits, transcribeModel) }),
      ...(speechModel === undefined ? {} : { speak: speakThroughRelay(context, speechModel) }),
      rateLimits: () => limits.rateLimits,
    };
  }

  private emit(event: realtime.ServerEvent & Record<string, unknown>): void {
    if (this.hasEnded) return;
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

  private reportError(fault: GatewayError): void {
    this.host.onRefused(fault);
    this.client.send(JSON.stringify(realtime.encodeRealtimeError(fault)));
  }

  /** The conversation reports the failure in this tick of the event loop, before the session ends. */
  private noteFailure(error: GatewayError): void {
    if (ENDS_SESSION.has(error.kind)) setImmediate(() => this.finish({ error }));
  }

  private finish(end: SessionEnd): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.engine.close();
    this.end(end);
  }
}

function describeError(error: GatewayError): ReturnType<RealtimePorts['describeError']> {
  const { type, code, message, param } = realtime.encodeRealtimeError(error).error;
  return { type, code, message, param };
}

function notText(): GatewayError {
  return new GatewayError('invalid-request', 'Send events as text messages, not as binary messages.');
}

/** Generates speech for sentences. The gateway chooses the model, so the token need not be allowed to use it. */
function speakThroughRelay(
  { call, options, requests }: BridgeContext,
  model: string,
): NonNullable<RealtimePorts['speak']> {
  return ({ text, voice, speed }, { signal, onAudio }) =>
    requests.run(async ({ requestId, record }) => {
      const speechRequest = {
        model,
        input: text,
        voice,
        response_format: 'pcm',
        // Not all services accept a speed.
        ...(speed === DEFAULT_SPEED ? {} : { speed }),
      };
      const reader = new PcmReader(onAudio);
      await readInProcess(reader, signal, (self) =>
        options.relay.serve('openai-speech', {
          body: Buffer.from(JSON.stringify(speechRequest)),
          hints: {},
          headers: {},
          admitted: call.admitted.createPart({ requestId, sessionId: call.sessionId, usesAnyModel: true }),
          client: self,
          record,
        }),
      );
      reader.end();
    });
}

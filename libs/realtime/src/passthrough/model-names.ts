import { GatewayError } from '#canonical';
import { type RealtimeEvent, getObject, getText } from './frame-content.js';

export interface Names {
  /** The name that the client uses, possibly with a pinned channel. */
  requested: string;
  /** Its public name. */
  model: string;
  upstreamModel: string;
}

/** Translates between the client's and the upstream's name of a model. */
export class ModelNames {
  /** The name that the upstream reports, which may be more specific than the configured one. */
  private reported: string | undefined;

  constructor(private readonly names: Names) {}

  /** Returns a session event with the client's model name, or the same object if nothing changes. */
  forClient(event: RealtimeEvent): RealtimeEvent {
    const session = getObject(event, 'session');
    const { requested: request, upstreamModel } = this.names;
    const reported = getText(session, 'model');
    if (reported === undefined) return event;
    this.reported = reported;
    if (request === upstreamModel || reported === request) return event;
    return { ...event, session: { ...session, model: request } };
  }

  /** Returns a client event with the upstream's model name. Throws if the client tries to change the model. */
  forUpstream(event: RealtimeEvent): RealtimeEvent {
    const session = getObject(event, 'session');
    const { requested: request, model, upstreamModel } = this.names;
    const sessionModel = session['model'];
    if (sessionModel === undefined || sessionModel === upstreamModel || sessionModel === this.reported)
      return event;
    if (sessionModel === request || sessionModel === model)
      return { ...event, session: { ...session, model: upstreamModel } };
    throw new GatewayError(
      'invalid-value',
      `"session.model" cannot be changed: the model of this session is "${request}".`,
      {
        param: 'session.model',
      },
    );
  }
}

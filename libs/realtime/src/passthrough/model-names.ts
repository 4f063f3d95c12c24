import { GatewayError } from '#canonical';
import { type RealtimeEvent, objectIn, textIn } from './frame-content.js';

export interface Names {
  /** As the client names the model, maybe with its channel. */
  asked: string;
  /** Its public name. */
  model: string;
  upstreamModel: string;
}

/** Keeps what the client calls a model and what its upstream calls it apart. */
export class ModelNames {
  /** What the upstream says that it is, which may be more exact than what it is called by. */
  private reported: string | undefined;

  constructor(private readonly names: Names) {}

  /** An event with a session as the client may see it; the very same one where nothing has to be changed. */
  forClient(event: RealtimeEvent): RealtimeEvent {
    const session = objectIn(event, 'session');
    const { asked, upstreamModel } = this.names;
    const reported = textIn(session, 'model');
    if (reported === undefined) return event;
    this.reported = reported;
    if (asked === upstreamModel || reported === asked) return event;
    return { ...event, session: { ...session, model: asked } };
  }

  /** A client's event for the upstream. Throws for a model that the session is not with: it may be another's to use. */
  forUpstream(event: RealtimeEvent): RealtimeEvent {
    const session = objectIn(event, 'session');
    const { asked, model, upstreamModel } = this.names;
    const named = session['model'];
    if (named === undefined || named === upstreamModel || named === this.reported) return event;
    if (named === asked || named === model)
      return { ...event, session: { ...session, model: upstreamModel } };
    throw new GatewayError(
      'invalid-value',
      `"session.model" cannot be changed: this session is with "${asked}".`,
      {
        param: 'session.model',
      },
    );
  }
}

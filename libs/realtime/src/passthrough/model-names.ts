import { GatewayError } from '#canonical';
import { type RealtimeEvent, objectIn, textIn } from './frame-content.js';

export interface Names {
  /** As the client names the model, maybe with its channel. */
  asked: string;
  /** Its public name. */
  model: string;
  upstreamModel: string;
}

/** Translates between the client's and the upstream's name of a model. */
export class ModelNames {
  /** The upstream's own name for the model, which may be more exact than the configured one. */
  private reported: string | undefined;

  constructor(private readonly names: Names) {}

  /** A session event with the client's model name; the same object where nothing changes. */
  forClient(event: RealtimeEvent): RealtimeEvent {
    const session = objectIn(event, 'session');
    const { asked, upstreamModel } = this.names;
    const reported = textIn(session, 'model');
    if (reported === undefined) return event;
    this.reported = reported;
    if (asked === upstreamModel || reported === asked) return event;
    return { ...event, session: { ...session, model: asked } };
  }

  /** A client's event with the upstream's model name. Throws where the client tries to change the model. */
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

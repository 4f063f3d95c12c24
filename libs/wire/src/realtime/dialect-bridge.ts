import { type JsonObject, type JsonValue } from '#canonical';
import { BetaToGa } from './beta/beta-to-ga.js';
import { clientEventFromBeta, clientEventToBeta } from './beta/client-event.js';
import { GaToBeta } from './beta/ga-to-beta.js';
import { isObject, without, withObject } from './json-members.js';
import { type RealtimeDialect } from './realtime-dialect.js';

/**
 * Between a client and an upstream that speak different dialects, for one session. Nothing is checked on the way:
 * what is not understood goes on as it came, and who receives it will say what is wrong with it.
 */
export class DialectBridge {
  private readonly translate: { toUpstream: Translate; toClient: Translate };

  constructor(client: RealtimeDialect) {
    this.translate = client === 'ga' ? forGaClient() : forBetaClient();
  }

  toUpstream(frame: string): string[] {
    return translateFrame(frame, this.translate.toUpstream);
  }

  toClient(frame: string): string[] {
    return translateFrame(frame, this.translate.toClient);
  }
}

type Translate = (event: JsonObject) => JsonObject[];

function forGaClient(): { toUpstream: Translate; toClient: Translate } {
  const events = new BetaToGa();
  return {
    toUpstream: clientEventToBeta,
    toClient: (event) => events.translate(event).map(withoutTemperature),
  };
}

function forBetaClient(): { toUpstream: Translate; toClient: Translate } {
  const events = new GaToBeta();
  return {
    toUpstream: (event) => [withoutTemperature(clientEventFromBeta(event))],
    toClient: (event) => events.translate(event),
  };
}

/** Today's version has none, and refuses one. */
function withoutTemperature(event: JsonObject): JsonObject {
  return ['session', 'response'].reduce(
    (changed, holder) => withObject(changed, holder, (settings) => without(settings, 'temperature')),
    event,
  );
}

function translateFrame(frame: string, translate: Translate): string[] {
  const event = parse(frame);
  if (!isObject(event) || typeof event['type'] !== 'string') return [frame];
  return translate(event).map((one) => JSON.stringify(one));
}

function parse(frame: string): JsonValue | undefined {
  try {
    return JSON.parse(frame) as JsonValue;
  } catch {
    return undefined;
  }
}

import { GatewayError } from '#canonical';
import { missing, wrongValue } from '../validation/faults.js';

/** What a connection is for. */
export type RealtimeTarget =
  | { kind: 'model'; model: string }
  /** Listening in on a call that is already running. */
  | { kind: 'call'; callId: string }
  /** Only writing down what is said; the model is named in the session. */
  | { kind: 'transcription' };

const TARGETS = '"model", "call_id" or "intent=transcription"';

/** The names in which events are said: those of today, and those of the first version. */
export type RealtimeDialect = 'ga' | 'beta';

interface RealtimeDialectHints {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The subprotocols that the client offers. */
  protocols: readonly string[];
}

const BETA_HEADER = 'openai-beta';
const BETA_VALUE = 'realtime=v1';
const BETA_PROTOCOL = 'openai-beta.realtime-v1';

const SPOKEN_PROTOCOL = 'realtime';
const TOKEN_PREFIX = 'openai-insecure-api-key.';
const CLIENT_SECRET_PREFIX = 'ek_';

export function readRealtimeQuery(query: URLSearchParams): RealtimeTarget {
  const model = modelIn(query);
  const callId = valueIn(query, 'call_id');
  const intent = intentIn(query);
  const targets: { param: string; target: RealtimeTarget }[] = [];
  if (model !== undefined) targets.push({ param: 'model', target: { kind: 'model', model } });
  if (callId !== undefined) targets.push({ param: 'call_id', target: { kind: 'call', callId } });
  if (intent !== undefined) targets.push({ param: 'intent', target: { kind: intent } });
  const [first, second] = targets;
  if (first === undefined) {
    throw new GatewayError('missing-parameter', `The address must name one of ${TARGETS}.`, {
      param: 'model',
    });
  }
  if (second !== undefined) {
    throw wrongValue(second.param, `cannot be given together with "${first.param}"`);
  }
  return first.target;
}

/** Azure's clients name a deployment, which is a model here; the version that they add says nothing more. */
function modelIn(query: URLSearchParams): string | undefined {
  const model = valueIn(query, 'model');
  const deployment = valueIn(query, 'deployment');
  if (model !== undefined && deployment !== undefined && model !== deployment) {
    throw wrongValue('deployment', 'names another model than "model"');
  }
  return model ?? deployment;
}

function intentIn(query: URLSearchParams): 'transcription' | undefined {
  const intent = valueIn(query, 'intent');
  if (intent === undefined || intent === 'transcription') return intent;
  throw wrongValue('intent', 'must be "transcription"');
}

function valueIn(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = new Set(query.getAll(name));
  if (others.length > 0) throw wrongValue(name, 'is given twice');
  if (value === '') throw missing(name);
  return value;
}

/** Which names a client expects; the header's name is in lower case, as Node gives it. */
export function getRealtimeDialect({ headers, protocols }: RealtimeDialectHints): RealtimeDialect {
  const isBeta = protocols.includes(BETA_PROTOCOL) || toValues(headers[BETA_HEADER]).includes(BETA_VALUE);
  return isBeta ? 'beta' : 'ga';
}

/** Several betas may be asked for at once, separated by commas. */
function toValues(header: string | readonly string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((value) => value.trim().toLowerCase());
}

/** The subprotocols that a client offers, in its order. */
export function readSubprotocols(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== '');
}

/** Browsers cannot set headers on a WebSocket, so their token travels as a subprotocol. */
export function tokenInSubprotocols(protocols: readonly string[]): string | undefined {
  const tokens = protocols
    .filter((protocol) => protocol.startsWith(TOKEN_PREFIX))
    .map((protocol) => protocol.slice(TOKEN_PREFIX.length))
    .filter((token) => token !== '');
  const [first, ...others] = new Set(tokens);
  if (others.length === 0) return first;
  throw new GatewayError('invalid-value', 'Sec-WebSocket-Protocol holds two different tokens.', {
    param: 'Sec-WebSocket-Protocol',
  });
}

/** The only subprotocol that is ever echoed: another one may hold a token. */
export function subprotocolToEcho(protocols: Iterable<string>): typeof SPOKEN_PROTOCOL | undefined {
  return [...protocols].includes(SPOKEN_PROTOCOL) ? SPOKEN_PROTOCOL : undefined;
}

/** Whether a token is one of the short-lived ones that are made for a single session. */
export function isClientSecret(token: string): boolean {
  return token.startsWith(CLIENT_SECRET_PREFIX);
}

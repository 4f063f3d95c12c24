import { GatewayError } from '#canonical';
import { missing, wrongValue } from '../validation/faults.js';

/** The purpose of a connection. */
export type RealtimeTarget =
  | { kind: 'model'; model: string }
  /** Observes a call that is already running. */
  | { kind: 'call'; callId: string }
  /** Only transcribes; the model is in the session settings. */
  | { kind: 'transcription' };

const TARGETS = '"model", "call_id" or "intent=transcription"';

/** The names of events: generally available (`ga`) or beta. */
export type RealtimeDialect = 'ga' | 'beta';

interface RealtimeDialectHints {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The subprotocols that the client offers. */
  protocols: readonly string[];
}

const BETA_HEADER = 'openai-beta';
const BETA_VALUE = 'realtime=v1';
const BETA_PROTOCOL = 'openai-beta.realtime-v1';

const REALTIME_PROTOCOL = 'realtime';
const TOKEN_PREFIX = 'openai-insecure-api-key.';
const CLIENT_SECRET_PREFIX = 'ek_';

export function readRealtimeQuery(query: URLSearchParams): RealtimeTarget {
  const model = readModel(query);
  const callId = readValue(query, 'call_id');
  const intent = readIntent(query);
  const targets: { param: string; target: RealtimeTarget }[] = [];
  if (model !== undefined) targets.push({ param: 'model', target: { kind: 'model', model } });
  if (callId !== undefined) targets.push({ param: 'call_id', target: { kind: 'call', callId } });
  if (intent !== undefined) targets.push({ param: 'intent', target: { kind: intent } });
  const [first, second] = targets;
  if (first === undefined) {
    throw new GatewayError('missing-parameter', `The URL must have one of the parameters ${TARGETS}.`, {
      param: 'model',
    });
  }
  if (second !== undefined) {
    throw wrongValue(second.param, `cannot be combined with "${first.param}"`);
  }
  return first.target;
}

/** Azure's clients send a deployment, which is a model here. Their API version is ignored. */
function readModel(query: URLSearchParams): string | undefined {
  const model = readValue(query, 'model');
  const deployment = readValue(query, 'deployment');
  if (model !== undefined && deployment !== undefined && model !== deployment) {
    throw wrongValue('deployment', 'differs from "model"');
  }
  return model ?? deployment;
}

function readIntent(query: URLSearchParams): 'transcription' | undefined {
  const intent = readValue(query, 'intent');
  if (intent === undefined || intent === 'transcription') return intent;
  throw wrongValue('intent', 'must be "transcription"');
}

function readValue(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = new Set(query.getAll(name));
  if (others.length > 0) throw wrongValue(name, 'occurs more than once');
  if (value === '') throw missing(name);
  return value;
}

/** The dialect that the client uses. Header names are in lower case, as in Node. */
export function getRealtimeDialect({ headers, protocols }: RealtimeDialectHints): RealtimeDialect {
  const isBeta =
    protocols.includes(BETA_PROTOCOL) || parseHeaderValues(headers[BETA_HEADER]).includes(BETA_VALUE);
  return isBeta ? 'beta' : 'ga';
}

/** Several betas can be requested at once, separated by commas. */
function parseHeaderValues(header: string | readonly string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((value) => value.trim().toLowerCase());
}

/** The subprotocols that the client offers, in its order. */
export function readSubprotocols(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== '');
}

/** Browsers cannot set headers on a WebSocket, so their token is sent as a subprotocol. */
export function tokenInSubprotocols(protocols: readonly string[]): string | undefined {
  const tokens = protocols
    .filter((protocol) => protocol.startsWith(TOKEN_PREFIX))
    .map((protocol) => protocol.slice(TOKEN_PREFIX.length))
    .filter((token) => token !== '');
  const [first, ...others] = new Set(tokens);
  if (others.length === 0) return first;
  throw new GatewayError('invalid-value', 'Sec-WebSocket-Protocol contains two different tokens.', {
    param: 'Sec-WebSocket-Protocol',
  });
}

/** The only subprotocol that is echoed, because others may contain a token. */
export function subprotocolToEcho(protocols: Iterable<string>): typeof REALTIME_PROTOCOL | undefined {
  return [...protocols].includes(REALTIME_PROTOCOL) ? REALTIME_PROTOCOL : undefined;
}

/** The token is a short-lived one for a single session. */
export function isClientSecret(token: string): boolean {
  return token.startsWith(CLIENT_SECRET_PREFIX);
}

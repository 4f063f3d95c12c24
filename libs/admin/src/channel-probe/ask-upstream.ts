import { GatewayError, type JsonObject } from '#canonical';
import { type Channel } from '#catalog';
import { type HttpTransport, readWholeBody } from '#egress';
import { type Provider } from '#providers';
import { sendToAccount } from '#upstream';
import { type RequestChange, changeRequest } from '#wire';
import { diagnoseConnection } from './diagnose-connection.js';
import { type AskedUpstream, type FailedAnswer, UpstreamFault, diagnoseAnswer } from './upstream-fault.js';

const MAX_BYTES = 8 * 1024 * 1024;

/** Where to ask, and how long there is for it. */
export interface UpstreamLine {
  http: Pick<HttpTransport, 'send'>;
  channel: Channel;
  provider: Provider;
  signal: AbortSignal;
}

interface Question {
  url: URL;
  apiKey: string | undefined;
  /** It is read, not posted, where there is none. */
  body?: JsonObject;
  /** What the service wants otherwise in the body. */
  change?: RequestChange | undefined;
  upstreamModel?: string;
  /** Throws a GatewayError where this is no answer to it. */
  check: (json: unknown) => void;
}

const TIMEOUT_MS = 15_000;

/** Asks an upstream for JSON, for those who want to know why it does not work. Throws an UpstreamFault then. */
export async function askUpstream(line: UpstreamLine, question: Question): Promise<unknown> {
  const { url: place, apiKey, upstreamModel, check } = question;
  const asked: AskedUpstream = { channel: line.channel, apiKey, place, upstreamModel };
  const answer = await exchange(line, question);
  const isAnswer = answer.status >= 200 && answer.status < 300 && answer.json !== undefined;
  if (!isAnswer) throw new UpstreamFault(diagnoseAnswer(answer, asked));
  try {
    check(answer.json);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new UpstreamFault(diagnoseAnswer(answer, asked));
  }
  return answer.json;
}

async function exchange(line: UpstreamLine, question: Question): Promise<FailedAnswer> {
  const { http, channel, provider, signal } = line;
  const { url, apiKey, body, change } = question;
  const encoded = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const sent = encoded === undefined || change === undefined ? encoded : await changeRequest(encoded, change);
  const asked = sent === undefined ? {} : { body: sent };
  const method = body === undefined ? 'GET' : 'POST';
  try {
    const response = await sendToAccount(
      http,
      { ...channel, maxConnections: undefined, provider, apiKey },
      { method, url, accept: 'application/json', ...asked },
      { answer: 'whole', signal },
    );
    const bytes = await readWholeBody(response.body, MAX_BYTES);
    return { status: response.status, headers: response.headers, bytes, json: parse(bytes) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new UpstreamFault(diagnoseConnection(error, { place: url, channel }));
  }
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Runs something that is over after a while, whatever the upstream does. */
export async function withinDeadline<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort(new GatewayError('upstream-timeout', 'The model service did not answer in time.'));
  }, TIMEOUT_MS);
  try {
    return await run(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

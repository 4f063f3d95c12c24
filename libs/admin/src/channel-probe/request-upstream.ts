import { permitProbe } from '#admission/probe-permit';
import { GatewayError, type JsonObject } from '#canonical';
import { type Channel } from '#catalog';
import { type HttpTransport, readWholeBody } from '#egress';
import { type Provider } from '#providers';
import { sendToAccount } from '#upstream';
import { type RequestChange, changeRequest } from '#wire';
import { diagnoseConnection } from './diagnose-connection.js';
import {
  type ProbeResponse,
  type ProbedUpstream,
  UpstreamFault,
  diagnoseResponse,
} from './upstream-fault.js';

const MAX_BYTES = 8 * 1024 * 1024;

/** The channel under test, and the signal that aborts the test. */
export interface ProbeConnection {
  http: Pick<HttpTransport, 'send'>;
  channel: Channel;
  provider: Provider;
  signal: AbortSignal;
}

interface UpstreamRequest {
  url: URL;
  apiKey: string | undefined;
  /** Without a body, the request is a GET. */
  body?: JsonObject;
  /** The provider's changes of the body. */
  change?: RequestChange | undefined;
  upstreamModel?: string;
  /** Throws a GatewayError if the response does not fit the request. */
  check: (json: unknown) => void;
}

const TIMEOUT_MS = 15_000;

/** Requests JSON from an upstream. If that fails, throws an UpstreamFault that explains why. */
export async function requestUpstream(
  connection: ProbeConnection,
  request: UpstreamRequest,
): Promise<unknown> {
  const { url, apiKey, upstreamModel, check } = request;
  const target: ProbedUpstream = { channel: connection.channel, apiKey, url, upstreamModel };
  const response = await sendRequest(connection, request);
  const isJson = response.status >= 200 && response.status < 300 && response.json !== undefined;
  if (!isJson) throw new UpstreamFault(diagnoseResponse(response, target));
  try {
    check(response.json);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new UpstreamFault(diagnoseResponse(response, target));
  }
  return response.json;
}

async function sendRequest(connection: ProbeConnection, request: UpstreamRequest): Promise<ProbeResponse> {
  const { http, channel, provider, signal } = connection;
  const { url, apiKey, body, change } = request;
  const encoded = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const sent = encoded === undefined || change === undefined ? encoded : await changeRequest(encoded, change);
  const withBody = sent === undefined ? {} : { body: sent };
  const method = body === undefined ? 'GET' : 'POST';
  try {
    const response = await sendToAccount(
      http,
      { ...channel, maxConnections: undefined, provider, apiKey, permit: permitProbe(channel) },
      { method, url, accept: 'application/json', ...withBody },
      { answer: 'whole', signal },
    );
    const bytes = await readWholeBody(response.body, MAX_BYTES);
    return { status: response.status, headers: response.headers, bytes, json: parse(bytes) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new UpstreamFault(diagnoseConnection(error, { url, channel }));
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

/** Runs a probe with a timeout. */
export async function runWithTimeout<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort(new GatewayError('upstream-timeout', 'The provider did not respond in time.'));
  }, TIMEOUT_MS);
  try {
    return await run(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

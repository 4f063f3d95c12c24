import { type AdmittedCall } from '#admission';
import { type CancelSignal } from '#canonical';
import { type HttpTransport, readBodyStart, readWholeBody } from '#egress';
import { type Provider } from '#providers';
import { type NamedTarget, decodeErrorResponse } from './call-upstream.js';
import { sendToAccount } from './send-to-account.js';

/** A count is a few numbers. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface CounterCall {
  permit: AdmittedCall;
  target: NamedTarget;
  provider: Provider;
  url: URL;
  body: Buffer;
  headers: Readonly<Record<string, string>> | undefined;
  apiKey: string | undefined;
  signal: CancelSignal;
}

/** Requests a token count from an upstream and returns the response body. Every failure is a GatewayError. */
export async function fetchTokenCount(http: HttpTransport, call: CounterCall): Promise<Buffer> {
  const { permit, target, provider, url, body, headers, apiKey, signal } = call;
  permit.requireModel(target.model);
  const response = await sendToAccount(
    http,
    { ...target.channel, provider, apiKey, permit },
    { url, accept: 'application/json', headers, body },
    { answer: 'whole', signal, isRepeatable: true },
  );
  const { status } = response;
  if (status >= 200 && status < 300) return readWholeBody(response.body, MAX_RESPONSE_BYTES);
  const errorBody = await readBodyStart(response.body, MAX_RESPONSE_BYTES);
  throw decodeErrorResponse({ status, headers: response.headers, body: errorBody }, target.channel);
}

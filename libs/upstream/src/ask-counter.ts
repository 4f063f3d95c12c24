import { type CancelSignal } from '#canonical';
import { type Target } from '#catalog';
import { type HttpTransport, readBodyStart, readWholeBody } from '#egress';
import { type Provider } from '#providers';
import { decodeRefusal } from './call-upstream.js';
import { sendToAccount } from './send-to-account.js';

/** A count is one number, or a few. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface CounterCall {
  target: Target;
  provider: Provider;
  url: URL;
  body: Buffer;
  headers: Readonly<Record<string, string>> | undefined;
  apiKey: string | undefined;
  signal: CancelSignal;
}

/** Asks a service how many tokens a request has. Gives the bytes of its answer; every other outcome is a GatewayError. */
export async function askCounter(http: HttpTransport, call: CounterCall): Promise<Buffer> {
  const { target, provider, url, body, headers, apiKey, signal } = call;
  const response = await sendToAccount(
    http,
    { ...target.channel, provider, apiKey },
    { url, accept: 'application/json', headers, body },
    { answer: 'whole', signal, isRepeatable: true },
  );
  const { status } = response;
  if (status >= 200 && status < 300) return readWholeBody(response.body, MAX_ANSWER_BYTES);
  const said = await readBodyStart(response.body, MAX_ANSWER_BYTES);
  throw decodeRefusal({ status, headers: response.headers, body: said }, target.channel);
}

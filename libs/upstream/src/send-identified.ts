import { type CancelSignal, toAbortSignal } from '#canonical';
import { type CredentialSource, type Credentials } from '#credentials';
import { type OutboundRequest } from '#egress';
import { type AccountPlace, type Provider } from '#providers';
import { signRequest } from './sign-request.js';

/** An account that proves its identity with every request, at a service that wants that. */
export interface AccountIdentity extends AccountPlace {
  credentials?: CredentialSource;
}

/** The part of a response that says whether credentials were refused. */
export interface ResponseHead {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Exchange<Response> {
  send: (request: OutboundRequest) => Promise<Response>;
  /** Undefined where the service has accepted the request. */
  getHead: (response: Response) => ResponseHead | undefined;
  /** Releases a response that is not read. */
  discard: (response: Response) => void;
  signal: CancelSignal;
}

/** AWS names its errors in a header. These mean that the credentials are no longer accepted; others, that they may not. */
const AWS_STALE = /^(?:ExpiredToken|UnrecognizedClient|InvalidClientTokenId|InvalidSignature)/;

/**
 * Sends a request with the credentials of its account. All requests of accounts with credentials are sent here, so the
 * rules hold for all of them: the address must be one that the credentials may go to, and credentials that are refused
 * are renewed once and the request is sent again once. A request that was refused so was not carried out.
 */
export async function sendIdentified<Response>(
  account: AccountIdentity & { provider: Provider },
  request: OutboundRequest,
  exchange: Exchange<Response>,
): Promise<Response> {
  const { credentials: source } = account;
  if (source === undefined) return exchange.send(request);
  source.requireAddress(request.url);
  const credentials = source.current ?? (await source.ready(toAbortSignal(exchange.signal)));
  const response = await exchange.send(await identify(request, credentials, account));
  const head = exchange.getHead(response);
  if (head === undefined || !isStale(head, credentials)) return response;
  const renewed = await renew(source, credentials, { exchange, response });
  if (renewed === undefined) return response;
  exchange.discard(response);
  return exchange.send(await identify(request, renewed, account));
}

async function renew<Response>(
  source: CredentialSource,
  refused: Credentials,
  { exchange, response }: { exchange: Exchange<Response>; response: Response },
): Promise<Credentials | undefined> {
  try {
    return await source.renew(refused, toAbortSignal(exchange.signal));
  } catch (error) {
    exchange.discard(response);
    throw error;
  }
}

function isStale({ status, headers }: ResponseHead, { kind }: Credentials): boolean {
  if (status === 401) return true;
  if (kind !== 'aws' || status !== 403) return false;
  const type = [headers['x-amzn-errortype']].flat()[0];
  return type === undefined || AWS_STALE.test(type);
}

async function identify(
  request: OutboundRequest,
  credentials: Credentials,
  { provider, baseUrl, apiVersion, region, project, location }: AccountPlace & { provider: Provider },
): Promise<OutboundRequest> {
  if (credentials.kind === 'bearer')
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${credentials.token}` } };
  const scope = provider.signing?.(request.url, { baseUrl, apiVersion, region, project, location });
  if (scope === undefined) throw new Error(`${provider.id} takes no signed requests`);
  return { ...request, headers: await signRequest(request, credentials, scope) };
}

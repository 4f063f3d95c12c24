import { type UpstreamPermit } from '#admission';
import { type CancelSignal, toAbortSignal } from '#canonical';
import { type CredentialSource, type Credentials } from '#credentials';
import { type OutboundRequest } from '#egress';
import { type AccountPlace, type Provider } from '#providers';
import { signRequest } from './sign-request.js';

/** An account that may use cloud credentials. */
export interface AccountIdentity extends AccountPlace {
  credentials?: CredentialSource;
}

/** The part of a response that shows whether the credentials were rejected. */
export interface ResponseHead {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface RequestSender<Response> {
  send: (request: OutboundRequest) => Promise<Response>;
  /** Undefined if the upstream has accepted the request. */
  getHead: (response: Response) => ResponseHead | undefined;
  /** Releases a response that is not read. */
  discard: (response: Response) => void;
  signal: CancelSignal;
}

/**
 * AWS names errors in a header. These mean that the credentials are invalid or expired; others mean missing
 * permissions.
 */
const AWS_STALE = /^(?:ExpiredToken|UnrecognizedClient|InvalidClientTokenId|InvalidSignature)/;

/**
 * Sends a request with the credentials of its account. All requests of such accounts use this function, so its rules
 * hold for all of them: the credentials must be allowed for the address, and rejected credentials are renewed once and
 * the request is repeated once. A request with rejected credentials was not executed.
 */
export async function sendWithCredentials<Response>(
  account: AccountIdentity & { provider: Provider; permit: UpstreamPermit },
  request: OutboundRequest,
  sender: RequestSender<Response>,
): Promise<Response> {
  const { credentials: source } = account;
  if (source === undefined) return sender.send(request);
  source.requireAddress(request.url);
  const credentials = source.current ?? (await source.ready(toAbortSignal(sender.signal)));
  const response = await sender.send(await addCredentials(request, credentials, account));
  const head = sender.getHead(response);
  if (head === undefined || !isStale(head, credentials)) return response;
  const renewed = await renew(source, credentials, { sender, response });
  if (renewed === undefined) return response;
  sender.discard(response);
  return sender.send(await addCredentials(request, renewed, account));
}

async function renew<Response>(
  source: CredentialSource,
  refused: Credentials,
  { sender, response }: { sender: RequestSender<Response>; response: Response },
): Promise<Credentials | undefined> {
  try {
    return await source.renew(refused, toAbortSignal(sender.signal));
  } catch (error) {
    sender.discard(response);
    throw error;
  }
}

function isStale({ status, headers }: ResponseHead, { kind }: Credentials): boolean {
  if (status === 401) return true;
  if (kind !== 'aws' || status !== 403) return false;
  const type = [headers['x-amzn-errortype']].flat()[0];
  return type === undefined || AWS_STALE.test(type);
}

async function addCredentials(
  request: OutboundRequest,
  credentials: Credentials,
  { provider, baseUrl, apiVersion, region, project, location }: AccountPlace & { provider: Provider },
): Promise<OutboundRequest> {
  if (credentials.kind === 'bearer')
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${credentials.token}` } };
  const scope = provider.signing?.(request.url, { baseUrl, apiVersion, region, project, location });
  if (scope === undefined) throw new Error(`${provider.id} does not accept signed requests`);
  return { ...request, headers: await signRequest(request, credentials, scope) };
}

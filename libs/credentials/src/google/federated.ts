import { isMap, readToken, requestToken, sendBounded } from '../request-token.js';
import { CredentialFault, createSettingFault } from '../credential-fault.js';
import { type IssuedCredentials } from '../credential-source.js';
import { type GoogleRequest, type Members, getText, parseUrl, requireText } from './google-request.js';

const TOKEN_URL = 'https://sts.googleapis.com/v1/token';
const CHECK = 'Check the credential_source of the credentials.';

/** Exchanges a token of another service for one of Google (workload identity federation, RFC 8693). */
export async function exchangeSubjectToken(
  members: Members,
  scope: string,
  request: GoogleRequest,
): Promise<IssuedCredentials> {
  const subjectToken = await retrieveSubjectToken(members, request);
  const requestedAt = request.clock.now();
  const url = parseUrl(request.tokenUrl ?? getText(members, 'token_url') ?? TOKEN_URL);
  const response = await requestToken(
    request.http,
    {
      url,
      headers: authorizeClient(members),
      form: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        audience: requireText(members, 'audience'),
        scope,
        requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        subject_token: subjectToken,
        subject_token_type: requireText(members, 'subject_token_type'),
      },
    },
    request.signal,
  );
  return readToken(response, { host: url.host, requestedAt });
}

function authorizeClient(members: Members): Record<string, string> {
  const id = getText(members, 'client_id');
  if (id === undefined) return {};
  const secret = getText(members, 'client_secret') ?? '';
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** Reads the token from a file, a URL, AWS or a program. The Google library supports all of them; it is loaded on use. */
async function retrieveSubjectToken(members: Members, request: GoogleRequest): Promise<string> {
  const source = members['credential_source'];
  if (!isMap(source)) throw createSettingFault('The credentials have no credential_source.', CHECK);
  if ('certificate' in source)
    throw createSettingFault('Certificates as a credential_source are not supported.', CHECK);
  const { AwsClient, IdentityPoolClient, PluggableAuthClient } = await import('google-auth-library');
  const createClient = () => {
    if ('environment_id' in source) return new AwsClient(members as never);
    if ('executable' in source) return new PluggableAuthClient(members as never);
    const transporterOptions = { fetchImplementation: fetchBounded(request) };
    return new IdentityPoolClient({ ...members, transporterOptions } as never);
  };
  try {
    return await createClient().retrieveSubjectToken();
  } catch (error) {
    if (error instanceof CredentialFault) throw error;
    const message = error instanceof Error ? error.message : 'unknown';
    // The message can contain names of files of this machine, so it is only logged.
    throw createSettingFault(
      'The credential source returned no token.',
      `${CHECK} See the log for details.`,
      message,
    );
  }
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A fetch with the limits of all token requests. */
function fetchBounded({ http, signal }: GoogleRequest): Fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = Object.fromEntries(new Headers(init.headers));
    const { bytes, status } = await sendBounded(http, { method: 'GET', url, headers, body: EMPTY }, signal);
    return new Response(new Uint8Array(bytes), { status });
  };
}

const EMPTY = new Uint8Array();

import { askTokenService, isMap, readToken, sendBounded } from '../ask-token-service.js';
import { CredentialFault, settingFault } from '../credential-fault.js';
import { type Issued } from '../credential-source.js';
import { type GoogleQuestion, type Members, getText, parseUrl, requireText } from './google-question.js';

const TOKEN_URL = 'https://sts.googleapis.com/v1/token';
const CHECK = 'Check the credential_source of the credentials.';

/** A token of Google's for one of another service (workload identity federation, RFC 8693). */
export async function exchangeSubjectToken(
  members: Members,
  scope: string,
  question: GoogleQuestion,
): Promise<Issued> {
  const subjectToken = await retrieveSubjectToken(members, question);
  const askedAt = question.clock.now();
  const url = parseUrl(question.tokenUrl ?? getText(members, 'token_url') ?? TOKEN_URL);
  const answer = await askTokenService(
    question.http,
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
    question.signal,
  );
  return readToken(answer, { host: url.host, askedAt });
}

function authorizeClient(members: Members): Record<string, string> {
  const id = getText(members, 'client_id');
  if (id === undefined) return {};
  const secret = getText(members, 'client_secret') ?? '';
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** From a file, an address, AWS or a program: Google's library knows all of them, and is loaded only for this. */
async function retrieveSubjectToken(members: Members, question: GoogleQuestion): Promise<string> {
  const source = members['credential_source'];
  if (!isMap(source)) throw settingFault('The credentials have no credential_source.', CHECK);
  if ('certificate' in source)
    throw settingFault('Certificates as a credential_source are not supported.', CHECK);
  const { AwsClient, IdentityPoolClient, PluggableAuthClient } = await import('google-auth-library');
  const createClient = () => {
    if ('environment_id' in source) return new AwsClient(members as never);
    if ('executable' in source) return new PluggableAuthClient(members as never);
    const transporterOptions = { fetchImplementation: fetchBounded(question) };
    return new IdentityPoolClient({ ...members, transporterOptions } as never);
  };
  try {
    return await createClient().retrieveSubjectToken();
  } catch (error) {
    if (error instanceof CredentialFault) throw error;
    const message = error instanceof Error ? error.message : 'unknown';
    // The message may name files of this machine.
    throw settingFault('There is no token to exchange.', `${CHECK} The log has the details.`, message);
  }
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** An address is asked for its token as all others are: within bounds. */
function fetchBounded({ http, signal }: GoogleQuestion): Fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = Object.fromEntries(new Headers(init.headers));
    const answer = await sendBounded(http, { method: 'GET', url, headers, body: NOTHING }, signal);
    return new Response(new Uint8Array(answer.bytes), { status: answer.status });
  };
}

const NOTHING = new Uint8Array();

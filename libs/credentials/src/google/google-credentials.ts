import { type GoogleAuth } from '../channel-auth.js';
import { type TokenAnswer, isMap, readToken, askTokenService } from '../ask-token-service.js';
import { CredentialFault, settingFault } from '../credential-fault.js';
import { type FetchCredentials, type Issued } from '../credential-source.js';
import { type FetchDependencies } from '../fetch-dependencies.js';
import { readPrivateKey, signToken } from '../signed-token.js';
import { findDefaultCredentials, getMetadataUrl } from './default-credentials.js';
import { exchangeSubjectToken } from './federated.js';
import { CHECK_CREDENTIALS, type GoogleQuestion, getText, parseUrl, requireText } from './google-question.js';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const JWT_LIFE_SECONDS = 3600;
/** Credentials of one identity may lead to another, but not on and on. */
const MAX_DEPTH = 3;

/** Tokens of a Google identity. */
export function googleCredentials(auth: GoogleAuth, dependencies: FetchDependencies): FetchCredentials {
  return async (signal) => {
    const question = { ...dependencies, tokenUrl: auth.tokenUrl, signal };
    const members = await findDefaultCredentials(auth, dependencies.environment);
    return members === undefined ? askMetadataServer(question) : fetchToken(members, question);
  };
}

async function fetchToken(members: TokenAnswer, question: GoogleQuestion, depth = 0): Promise<Issued> {
  if (depth > MAX_DEPTH)
    throw settingFault('The credentials lead from one identity to the next.', CHECK_CREDENTIALS);
  switch (members['type']) {
    case 'service_account':
      return askAsServiceAccount(members, question);
    case 'authorized_user':
      return askAsUser(members, question);
    case 'external_account':
      return impersonate(members, await exchangeSubjectToken(members, SCOPE, question), question);
    case 'impersonated_service_account': {
      const source = members['source_credentials'];
      if (!isMap(source))
        throw settingFault('The credentials have no source_credentials.', CHECK_CREDENTIALS);
      return impersonate(members, await fetchToken(source, question, depth + 1), question);
    }
    default:
      throw settingFault('The credentials have no type that is known.', CHECK_CREDENTIALS);
  }
}

async function askAsServiceAccount(members: TokenAnswer, question: GoogleQuestion): Promise<Issued> {
  const askedAt = question.clock.now();
  const iat = Math.floor(askedAt / 1000);
  const audience = getText(members, 'token_uri') ?? TOKEN_URL;
  const assertion = await signToken(
    readPrivateKey(requireText(members, 'private_key'), 'the private_key of the credentials'),
    {
      algorithm: 'RS256',
      header: { kid: getText(members, 'private_key_id') },
      payload: {
        iss: requireText(members, 'client_email'),
        scope: SCOPE,
        aud: audience,
        iat,
        exp: iat + JWT_LIFE_SECONDS,
      },
    },
  );
  const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  return askForToken(question.tokenUrl ?? audience, { grant_type: grant, assertion }, question);
}

async function askAsUser(members: TokenAnswer, question: GoogleQuestion): Promise<Issued> {
  const form = {
    grant_type: 'refresh_token',
    client_id: requireText(members, 'client_id'),
    client_secret: requireText(members, 'client_secret'),
    refresh_token: requireText(members, 'refresh_token'),
  };
  return askForToken(question.tokenUrl ?? getText(members, 'token_uri') ?? TOKEN_URL, form, question);
}

async function askForToken(
  address: string,
  form: Readonly<Record<string, string>>,
  { http, clock, signal }: GoogleQuestion,
): Promise<Issued> {
  const askedAt = clock.now();
  const url = parseUrl(address);
  return readToken(await askTokenService(http, { url, form }, signal), { host: url.host, askedAt });
}

async function askMetadataServer({
  http,
  clock,
  signal,
  tokenUrl,
  environment,
}: GoogleQuestion): Promise<Issued> {
  const askedAt = clock.now();
  const url = parseUrl(tokenUrl ?? getMetadataUrl(environment));
  const headers = { 'metadata-flavor': 'Google' };
  try {
    return readToken(await askTokenService(http, { url, headers }, signal), { host: url.host, askedAt });
  } catch (error) {
    if (!(error instanceof CredentialFault) || tokenUrl !== undefined) throw error;
    const advice =
      'Name credentials in the channel or in GOOGLE_APPLICATION_CREDENTIALS, or run the gateway in Google’s cloud.';
    throw new CredentialFault(
      `There are no application default credentials here: ${error.message}`,
      error.isRefusal,
      advice,
    );
  }
}

/** A token of the service account that the credentials name, by that of the identity which may be it; else the latter. */
async function impersonate(members: TokenAnswer, issued: Issued, question: GoogleQuestion): Promise<Issued> {
  const address = getText(members, 'service_account_impersonation_url');
  if (address === undefined || issued.credentials.kind !== 'bearer') return issued;
  const url = parseUrl(address);
  const answer = await askTokenService(
    question.http,
    {
      url,
      headers: { authorization: `Bearer ${issued.credentials.token}` },
      json: { scope: [SCOPE], delegates: members['delegates'] },
    },
    question.signal,
  );
  const expiresAt = Date.parse(String(answer['expireTime']));
  const askedAt = question.clock.now();
  const read = readToken({ access_token: answer['accessToken'] }, { host: url.host, askedAt });
  return Number.isNaN(expiresAt) ? read : { ...read, expiresAt };
}

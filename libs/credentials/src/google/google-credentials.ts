import { readToken, requestToken } from '../request-token.js';
import { CredentialFault } from '../credential-fault.js';
import { type FetchCredentials, type IssuedCredentials } from '../credential-source.js';
import { type FetchDependencies } from '../fetch-dependencies.js';
import { type GoogleIdentity } from '../identity/parsed-auth.js';
import { readPrivateKey, signToken } from '../signed-token.js';
import { getMetadataUrl, loadDefaultCredentials } from './default-credentials.js';
import { exchangeSubjectToken } from './federated.js';
import {
  type AuthorizedUser,
  type GoogleDocument,
  type Impersonation,
  type ServiceAccount,
} from './google-document.js';
import { type GoogleRequest, parseUrl } from './google-request.js';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const JWT_LIFE_SECONDS = 3600;

/** Fetches tokens of a Google identity. */
export function googleCredentials(
  identity: GoogleIdentity,
  dependencies: FetchDependencies,
): FetchCredentials {
  return async (signal) => {
    const request = { ...dependencies, tokenUrl: identity.tokenUrl, signal };
    const document = await loadDefaultCredentials(identity, dependencies.environment);
    return document === undefined ? fetchFromMetadataServer(request) : fetchToken(document, request);
  };
}

async function fetchToken(document: GoogleDocument, request: GoogleRequest): Promise<IssuedCredentials> {
  switch (document.type) {
    case 'service_account':
      return fetchForServiceAccount(document, request);
    case 'authorized_user':
      return fetchForUser(document, request);
    case 'external_account': {
      const issued = await exchangeSubjectToken(document.members, SCOPE, request);
      return impersonate(document.impersonation, issued, request);
    }
    case 'impersonated_service_account':
      return impersonate(document.impersonation, await fetchToken(document.source, request), request);
  }
}

async function fetchForServiceAccount(
  account: ServiceAccount,
  request: GoogleRequest,
): Promise<IssuedCredentials> {
  const iat = Math.floor(request.clock.now() / 1000);
  const audience = account.tokenUri ?? TOKEN_URL;
  const assertion = await signToken(
    readPrivateKey(account.privateKey, 'the private_key of the credentials'),
    {
      algorithm: 'RS256',
      header: { kid: account.privateKeyId },
      payload: {
        iss: account.clientEmail,
        scope: SCOPE,
        aud: audience,
        iat,
        exp: iat + JWT_LIFE_SECONDS,
      },
    },
  );
  const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  return postForm(request.tokenUrl ?? audience, { grant_type: grant, assertion }, request);
}

async function fetchForUser(user: AuthorizedUser, request: GoogleRequest): Promise<IssuedCredentials> {
  const form = {
    grant_type: 'refresh_token',
    client_id: user.clientId,
    client_secret: user.clientSecret,
    refresh_token: user.refreshToken,
  };
  return postForm(request.tokenUrl ?? user.tokenUri ?? TOKEN_URL, form, request);
}

async function postForm(
  address: string,
  form: Readonly<Record<string, string>>,
  { http, clock, signal }: GoogleRequest,
): Promise<IssuedCredentials> {
  const requestedAt = clock.now();
  const url = parseUrl(address);
  return readToken(await requestToken(http, { url, form }, signal), { host: url.host, requestedAt });
}

async function fetchFromMetadataServer({
  http,
  clock,
  signal,
  tokenUrl,
  environment,
}: GoogleRequest): Promise<IssuedCredentials> {
  const requestedAt = clock.now();
  const url = parseUrl(tokenUrl ?? getMetadataUrl(environment));
  const headers = { 'metadata-flavor': 'Google' };
  try {
    return readToken(await requestToken(http, { url, headers }, signal), { host: url.host, requestedAt });
  } catch (error) {
    if (!(error instanceof CredentialFault) || tokenUrl !== undefined) throw error;
    const advice =
      'Set credentials in the channel or in GOOGLE_APPLICATION_CREDENTIALS, or run the gateway on Google Cloud.';
    throw new CredentialFault(
      `No application default credentials are available: ${error.message}`,
      error.isRefusal,
      advice,
    );
  }
}

/** Exchanges a token for one of the impersonated service account; without impersonation, returns the token unchanged. */
async function impersonate(
  impersonation: Impersonation | undefined,
  issued: IssuedCredentials,
  request: GoogleRequest,
): Promise<IssuedCredentials> {
  if (impersonation === undefined || issued.credentials.kind !== 'bearer') return issued;
  const url = parseUrl(impersonation.url);
  const response = await requestToken(
    request.http,
    {
      url,
      headers: { authorization: `Bearer ${issued.credentials.token}` },
      json: { scope: [SCOPE], delegates: impersonation.delegates },
    },
    request.signal,
  );
  const expiresAt = Date.parse(String(response['expireTime']));
  const requestedAt = request.clock.now();
  const read = readToken({ access_token: response['accessToken'] }, { host: url.host, requestedAt });
  return Number.isNaN(expiresAt) ? read : { ...read, expiresAt };
}

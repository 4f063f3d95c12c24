import { readToken, askTokenService } from '../ask-token-service.js';
import { CredentialFault } from '../credential-fault.js';
import { type FetchCredentials, type Issued } from '../credential-source.js';
import { type FetchDependencies } from '../fetch-dependencies.js';
import { type GoogleIdentity } from '../identity/parsed-auth.js';
import { readPrivateKey, signToken } from '../signed-token.js';
import { findDefaultCredentials, getMetadataUrl } from './default-credentials.js';
import { exchangeSubjectToken } from './federated.js';
import {
  type AuthorizedUser,
  type GoogleDocument,
  type Impersonation,
  type ServiceAccount,
} from './google-document.js';
import { type GoogleQuestion, parseUrl } from './google-question.js';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const JWT_LIFE_SECONDS = 3600;

/** Tokens of a Google identity. */
export function googleCredentials(
  identity: GoogleIdentity,
  dependencies: FetchDependencies,
): FetchCredentials {
  return async (signal) => {
    const question = { ...dependencies, tokenUrl: identity.tokenUrl, signal };
    const document = await findDefaultCredentials(identity, dependencies.environment);
    return document === undefined ? askMetadataServer(question) : fetchToken(document, question);
  };
}

async function fetchToken(document: GoogleDocument, question: GoogleQuestion): Promise<Issued> {
  switch (document.type) {
    case 'service_account':
      return askAsServiceAccount(document, question);
    case 'authorized_user':
      return askAsUser(document, question);
    case 'external_account': {
      const issued = await exchangeSubjectToken(document.members, SCOPE, question);
      return impersonate(document.impersonation, issued, question);
    }
    case 'impersonated_service_account':
      return impersonate(document.impersonation, await fetchToken(document.source, question), question);
  }
}

async function askAsServiceAccount(account: ServiceAccount, question: GoogleQuestion): Promise<Issued> {
  const askedAt = question.clock.now();
  const iat = Math.floor(askedAt / 1000);
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
  return askForToken(question.tokenUrl ?? audience, { grant_type: grant, assertion }, question);
}

async function askAsUser(user: AuthorizedUser, question: GoogleQuestion): Promise<Issued> {
  const form = {
    grant_type: 'refresh_token',
    client_id: user.clientId,
    client_secret: user.clientSecret,
    refresh_token: user.refreshToken,
  };
  return askForToken(question.tokenUrl ?? user.tokenUri ?? TOKEN_URL, form, question);
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

/** Exchanges a token for one of the service account that it may act as; without such an account it stays as it is. */
async function impersonate(
  impersonation: Impersonation | undefined,
  issued: Issued,
  question: GoogleQuestion,
): Promise<Issued> {
  if (impersonation === undefined || issued.credentials.kind !== 'bearer') return issued;
  const url = parseUrl(impersonation.url);
  const answer = await askTokenService(
    question.http,
    {
      url,
      headers: { authorization: `Bearer ${issued.credentials.token}` },
      json: { scope: [SCOPE], delegates: impersonation.delegates },
    },
    question.signal,
  );
  const expiresAt = Date.parse(String(answer['expireTime']));
  const askedAt = question.clock.now();
  const read = readToken({ access_token: answer['accessToken'] }, { host: url.host, askedAt });
  return Number.isNaN(expiresAt) ? read : { ...read, expiresAt };
}

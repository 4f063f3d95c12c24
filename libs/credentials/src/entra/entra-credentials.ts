import { readToken, requestToken } from '../request-token.js';
import { createSettingFault } from '../credential-fault.js';
import { type FetchCredentials } from '../credential-source.js';
import { type FetchDependencies } from '../fetch-dependencies.js';
import { type EntraIdentity } from '../identity/parsed-auth.js';
import { readCredentialFile } from '../read-credential-file.js';
import { signClientAssertion } from './client-assertion.js';
import { fetchManagedIdentityToken } from './managed-identity.js';

const SCOPE = 'https://cognitiveservices.azure.com/.default';
const AUTHORITY = 'https://login.microsoftonline.com';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

interface Application {
  tenantId: string;
  clientId: string;
}

/**
 * Tokens of an identity of Microsoft Entra ID. Microsoft's library has 52 MB of files and takes 230 ms to load, but only
 * one request is needed here.
 */
export function entraCredentials(auth: EntraIdentity, dependencies: FetchDependencies): FetchCredentials {
  const { http, clock, environment } = dependencies;
  return async (signal) => {
    const application = findApplication(auth, environment);
    if (application === undefined) return fetchManagedIdentityToken(auth, { ...dependencies, signal });
    const { tenantId, clientId } = application;
    const requestedAt = clock.now();
    const endpoint = getEndpoint(tenantId, environment);
    const url = new URL(auth.tokenUrl ?? endpoint);
    const signed = await authenticate(auth, { clientId, endpoint, dependencies });
    const form = { grant_type: 'client_credentials', client_id: clientId, scope: SCOPE, ...signed };
    return readToken(await requestToken(http, { url, form }, signal), { host: url.host, requestedAt });
  };
}

function getEndpoint(tenantId: string, { AZURE_AUTHORITY_HOST: authority }: NodeJS.ProcessEnv): string {
  const host = (authority || AUTHORITY).replace(/\/$/, '');
  return `${host}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;
}

/** Undefined if only the managed identity of the machine can be used. */
function findApplication(auth: EntraIdentity, environment: NodeJS.ProcessEnv): Application | undefined {
  const hasOwn = auth.from.kind !== 'machine';
  if (!hasOwn && !environment['AZURE_FEDERATED_TOKEN_FILE']) return undefined;
  const tenantId = auth.tenantId ?? environment['AZURE_TENANT_ID'];
  const clientId = auth.clientId ?? environment['AZURE_CLIENT_ID'];
  if (tenantId && clientId) return { tenantId, clientId };
  throw createSettingFault(
    'The workload identity has no tenant id or no client id.',
    'Set them in the channel, or in AZURE_TENANT_ID and AZURE_CLIENT_ID.',
  );
}

interface ApplicationRequest {
  clientId: string;
  endpoint: string;
  dependencies: FetchDependencies;
}

/** The form fields that authenticate the application: its secret, or a signed token. */
async function authenticate(
  { from }: EntraIdentity,
  { clientId, endpoint, dependencies }: ApplicationRequest,
): Promise<Record<string, string>> {
  if (from.kind === 'secret') return { client_secret: from.secret };
  const { clock, environment } = dependencies;
  const claims = { clientId, audience: endpoint, now: clock.now() };
  const assertion =
    from.kind === 'machine'
      ? await readFederatedToken(environment)
      : await readCredentialFile(from.path, 'auth.certificate_file', (pem) =>
          signClientAssertion(pem, claims),
        );
  return { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
}

function readFederatedToken({ AZURE_FEDERATED_TOKEN_FILE: path = '' }: NodeJS.ProcessEnv): Promise<string> {
  return readCredentialFile(path, 'AZURE_FEDERATED_TOKEN_FILE', (text) => text.trim());
}

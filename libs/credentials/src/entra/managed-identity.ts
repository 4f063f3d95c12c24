import { readToken, requestToken } from '../request-token.js';
import { CredentialFault } from '../credential-fault.js';
import { type IssuedCredentials } from '../credential-source.js';
import { type FetchDependencies } from '../fetch-dependencies.js';
import { type EntraIdentity } from '../identity/parsed-auth.js';

const RESOURCE = 'https://cognitiveservices.azure.com';
/** The metadata service of Azure virtual machines. */
const METADATA_URL = 'http://169.254.169.254/metadata/identity/oauth2/token';
const ADVICE =
  'Set an application and its secret in the channel, or assign a managed or workload identity to this machine.';

/** Requests a token of the managed identity of this machine or container. */
export async function fetchManagedIdentityToken(
  { clientId, tokenUrl }: EntraIdentity,
  { http, clock, environment, signal }: FetchDependencies & { signal: AbortSignal },
): Promise<IssuedCredentials> {
  const requestedAt = clock.now();
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: header, AZURE_CLIENT_ID: defaultId } = environment;
  const isContainer = Boolean(endpoint && header);
  const url = new URL(tokenUrl ?? (isContainer ? String(endpoint) : METADATA_URL));
  const id = clientId ?? defaultId;
  url.searchParams.set('api-version', isContainer ? '2019-08-01' : '2018-02-01');
  url.searchParams.set('resource', RESOURCE);
  if (id) url.searchParams.set('client_id', id);
  const headers: Record<string, string> = isContainer
    ? { 'x-identity-header': String(header) }
    : { metadata: 'true' };
  try {
    return readToken(await requestToken(http, { url, headers }, signal), { host: url.host, requestedAt });
  } catch (error) {
    if (!(error instanceof CredentialFault)) throw error;
    throw new CredentialFault(`No managed identity is available: ${error.message}`, error.isRefusal, ADVICE);
  }
}

import { askTokenService, readToken } from '../ask-token-service.js';
import { CredentialFault } from '../credential-fault.js';
import { type Issued } from '../credential-source.js';
import { type FetchDependencies } from '../fetch-dependencies.js';
import { type EntraIdentity } from '../identity/parsed-auth.js';

const RESOURCE = 'https://cognitiveservices.azure.com';
/** The metadata service of Azure's virtual machines. */
const METADATA_URL = 'http://169.254.169.254/metadata/identity/oauth2/token';
const ADVICE =
  'Name an application and its secret in the channel, or give this machine a managed or a workload identity.';

/** A token of the identity that Azure has given to this machine or to this container. */
export async function askManagedIdentity(
  { clientId, tokenUrl }: EntraIdentity,
  { http, clock, environment, signal }: FetchDependencies & { signal: AbortSignal },
): Promise<Issued> {
  const askedAt = clock.now();
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: header, AZURE_CLIENT_ID: usualId } = environment;
  const isContainer = Boolean(endpoint && header);
  const url = new URL(tokenUrl ?? (isContainer ? String(endpoint) : METADATA_URL));
  const id = clientId ?? usualId;
  url.searchParams.set('api-version', isContainer ? '2019-08-01' : '2018-02-01');
  url.searchParams.set('resource', RESOURCE);
  if (id) url.searchParams.set('client_id', id);
  const headers: Record<string, string> = isContainer
    ? { 'x-identity-header': String(header) }
    : { metadata: 'true' };
  try {
    return readToken(await askTokenService(http, { url, headers }, signal), { host: url.host, askedAt });
  } catch (error) {
    if (!(error instanceof CredentialFault)) throw error;
    throw new CredentialFault(`There is no managed identity: ${error.message}`, error.isRefusal, ADVICE);
  }
}

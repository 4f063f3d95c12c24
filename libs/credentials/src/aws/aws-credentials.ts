import { CredentialFault } from '../credential-fault.js';
import { type FetchCredentials, type IssuedCredentials } from '../credential-source.js';
import { type FetchDependencies } from '../fetch-dependencies.js';
import { type AwsIdentity } from '../identity/parsed-auth.js';
import { createRequestHandler } from './request-handler.js';

/** Keys without an expiry, such as those in a profile, can be replaced in their file. */
const RECHECK_MS = 15 * 60 * 1000;
const SESSION_NAME = 'modelgate';
const ADVICE =
  'Check auth.access_key_id, auth.secret_access_key and auth.role_arn, or the AWS credentials of this machine, and whether they are allowed to assume the role.';

/** Keys of a role or of the machine. The AWS library knows all sources of them, and is loaded on first use. */
export function awsCredentials(
  { from, roleArn, tokenUrl }: AwsIdentity,
  region: string | undefined,
  { http, environment }: FetchDependencies,
): FetchCredentials {
  return async (signal) => {
    const { fromNodeProviderChain, fromTemporaryCredentials } = await import('@aws-sdk/credential-providers');
    const clientConfig = {
      region: region ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1',
      requestHandler: createRequestHandler(http, signal),
      // `RenewedSource` does the retries.
      maxAttempts: 1,
      ...(tokenUrl === undefined ? {} : { endpoint: tokenUrl }),
    };
    // Created for each fetch, because a chain caches its first result.
    const own = from.kind === 'keys' ? async () => from.keys : fromNodeProviderChain({ clientConfig });
    const provider =
      roleArn === undefined
        ? own
        : fromTemporaryCredentials({
            params: { RoleArn: roleArn, RoleSessionName: SESSION_NAME },
            masterCredentials: own,
            clientConfig,
          });
    try {
      return readKeys(await provider());
    } catch (error) {
      throw toFault(error);
    }
  };
}

interface SdkKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  expiration?: Date;
}

function readKeys({ accessKeyId, secretAccessKey, sessionToken, expiration }: SdkKeys): IssuedCredentials {
  const session = sessionToken === undefined ? {} : { sessionToken };
  const credentials = { kind: 'aws', accessKeyId, secretAccessKey, ...session } as const;
  return expiration === undefined
    ? { credentials, renewAfterMs: RECHECK_MS }
    : { credentials, expiresAt: expiration.getTime() };
}

function toFault(error: unknown): CredentialFault {
  if (error instanceof CredentialFault) return error;
  const { name, message, $metadata: metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = metadata?.httpStatusCode ?? 400;
  return new CredentialFault(
    `AWS returned no credentials: ${name}: ${message}`,
    status >= 400 && status < 500 && status !== 429,
    ADVICE,
  );
}

import { type BinaryLike, type Hash, type Hmac, createHash, createHmac } from 'node:crypto';
import { type Credentials } from '#credentials';
import { type OutboundRequest } from '#egress';

/** What a signature is valid for. */
export interface SigningScope {
  service: string;
  region: string;
}

type SignatureV4 = InstanceType<(typeof import('@smithy/signature-v4'))['SignatureV4']>;
type AwsCredentials = Extract<Credentials, { kind: 'aws' }>;

/** One for each pair of credentials and scope. */
const signers = new WeakMap<AwsCredentials, Map<string, Promise<SignatureV4>>>();

/** The headers of a request with its AWS signature. */
export async function signRequest(
  { method = 'POST', url, headers, body }: OutboundRequest,
  credentials: AwsCredentials,
  scope: SigningScope,
): Promise<Record<string, string>> {
  if (!(body instanceof Uint8Array)) throw new Error('a form cannot be signed');
  const signer = await findSigner(credentials, scope);
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { ...headers, host: url.host },
    ...(body.length > 0 ? { body } : {}),
  });
  const { host: _host, ...sent } = signed.headers;
  return sent;
}

function findSigner(credentials: AwsCredentials, scope: SigningScope): Promise<SignatureV4> {
  let byScope = signers.get(credentials);
  if (byScope === undefined) signers.set(credentials, (byScope = new Map()));
  const key = `${scope.service} ${scope.region}`;
  let signer = byScope.get(key);
  if (signer === undefined) byScope.set(key, (signer = createSigner(credentials, scope)));
  return signer;
}

/** The package is loaded on first use, because loading it takes more time and memory than the rest of the start. */
async function createSigner(
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  { service, region }: SigningScope,
): Promise<SignatureV4> {
  const { SignatureV4 } = await import('@smithy/signature-v4');
  return new SignatureV4({
    service,
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
    sha256: Sha256,
  });
}

/** Node's SHA-256 with the interface of the package. With a secret, it is an HMAC. */
class Sha256 {
  private hash: Hash | Hmac;

  constructor(private readonly secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = createSha256(secret);
  }

  update(chunk: Uint8Array): void {
    this.hash.update(chunk);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }

  reset(): void {
    this.hash = createSha256(this.secret);
  }
}

function createSha256(secret: string | ArrayBuffer | ArrayBufferView | undefined): Hash | Hmac {
  if (secret === undefined) return createHash('sha256');
  const key = secret instanceof ArrayBuffer ? new Uint8Array(secret) : secret;
  return createHmac('sha256', key as BinaryLike);
}

import { type Hash, type Hmac, createHash, createHmac } from 'node:crypto';
import { type SignatureV4 } from '@smithy/signature-v4';
import { type S3Settings } from './s3-address.js';

/** Caches in between ask for other ranges than they were asked for. */
const CHANGED_ON_THE_WAY = new Set(['range']);

export interface UnsignedRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** Of the body, in hexadecimal. The service compares it with what it received, so nothing changes on the way. */
  sha256: string;
}

/**
 * Signs requests. It is a library's signature (docs/decisions): loaded with the first request, so that who keeps files
 * in a folder does not pay for it.
 */
export class S3Signer {
  private signer: Promise<SignatureV4> | undefined;

  constructor(private readonly settings: S3Settings) {}

  /** The headers to send. */
  async sign({ method, url, headers, sha256 }: UnsignedRequest): Promise<Record<string, string>> {
    const signer = await (this.signer ??= loadSigner(this.settings));
    const signed = await signer.sign(
      {
        method,
        protocol: url.protocol,
        hostname: url.hostname,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: { ...headers, host: url.host, 'x-amz-content-sha256': sha256 },
      },
      { unsignableHeaders: CHANGED_ON_THE_WAY },
    );
    return signed.headers;
  }
}

async function loadSigner({ region, accessKeyId, secretAccessKey }: S3Settings): Promise<SignatureV4> {
  const { SignatureV4 } = await import('@smithy/signature-v4');
  return new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: NodeSha256,
    // The path is encoded once already, and S3 wants it so.
    uriEscapePath: false,
  });
}

type Bytes = string | ArrayBuffer | ArrayBufferView;

/** Node's hash as the library asks for one; with a secret it is an HMAC. */
class NodeSha256 {
  private readonly hash: Hash | Hmac;

  constructor(secret?: Bytes) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', asBuffer(secret));
  }

  update(bytes: Bytes): void {
    this.hash.update(asBuffer(bytes));
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  /** Each is used once. */
  reset(): void {
    throw new Error('a hash is made anew for every text');
  }
}

function asBuffer(bytes: Bytes): Buffer {
  if (typeof bytes === 'string') return Buffer.from(bytes);
  if (bytes instanceof ArrayBuffer) return Buffer.from(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

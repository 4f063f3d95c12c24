import { type Hash, type Hmac, createHash, createHmac } from 'node:crypto';
import { type SignatureV4 } from '@smithy/signature-v4';
import { type S3Settings } from './s3-address.js';

/** Caches on the path may request other ranges than the client. */
const UNSIGNED_HEADERS = new Set(['range']);

export interface UnsignedRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** The hash of the body in hexadecimal. The service compares it with the received body. */
  sha256: string;
}

/**
 * Signs requests with a library (docs/decisions). It is loaded with the first request, because gateways that store
 * files in a folder do not need it.
 */
export class S3Signer {
  private signer: Promise<SignatureV4> | undefined;

  constructor(private readonly settings: S3Settings) {}

  /** Returns the headers to send. */
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
      { unsignableHeaders: UNSIGNED_HEADERS },
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
    // The path is already encoded once, as S3 requires.
    uriEscapePath: false,
  });
}

type Bytes = string | ArrayBuffer | ArrayBufferView;

/** Node's hash with the interface that the library requires; with a secret it is an HMAC. */
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

  /** Each instance is used once. */
  reset(): void {
    throw new Error('a hash is created per text');
  }
}

function asBuffer(bytes: Bytes): Buffer {
  if (typeof bytes === 'string') return Buffer.from(bytes);
  if (bytes instanceof ArrayBuffer) return Buffer.from(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { GatewayError } from '#canonical';
import { type PublicFetcher } from '#egress';
import { type UpdateSource } from '#models';
import { type Trust, checkHash, checkSignature, identifyKey } from './check-trust.js';
import { ModelUpdateError } from './model-update-error.js';

const MAX_BYTES = 32 * 2 ** 20;
const TIMEOUT_MS = 60_000;
const MAX_SIGNATURE_BYTES = 1_024;
const SIGNATURE_TIMEOUT_MS = 10_000;

export interface ReadSource extends UpdateSource {
  sha256: string;
  /** SHA-256 of the public key that the source is signed with; undefined if no signature was required. */
  signer?: string;
}

export interface ReadOptions {
  fetcher: PublicFetcher;
  trust: Trust;
  /** Aborts reading. */
  signal?: AbortSignal | undefined;
}

interface Limits {
  maxBytes: number;
  timeoutMs: number;
}

/** Reads a file or an https URL. Throws a ModelUpdateError if it cannot be read or fails the checks. */
export async function readSource(name: string, { fetcher, trust, signal }: ReadOptions): Promise<ReadSource> {
  const read = (location: string, limits: Limits): Promise<Uint8Array> =>
    isAddress(location) ? download(fetcher, location, { ...limits, signal }) : readLocal(location, limits);
  const bytes = await read(name, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  checkHash(name, sha256, trust);
  if (trust.publicKey !== undefined) {
    const signature = await read(locateSignature(name), {
      maxBytes: MAX_SIGNATURE_BYTES,
      timeoutMs: SIGNATURE_TIMEOUT_MS,
    });
    checkSignature(name, { bytes, signature, publicKey: trust.publicKey });
  }
  const signer = trust.publicKey === undefined ? {} : { signer: identifyKey(trust.publicKey) };
  return { name, url: isAddress(name) ? name : undefined, bytes, sha256, ...signer };
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** The signature has the same path with the suffix `.sig`, and the same query. */
function locateSignature(source: string): string {
  if (!isAddress(source)) return `${source}.sig`;
  const url = new URL(source);
  url.pathname += '.sig';
  return url.href;
}

/** Counts the bytes that are read: a file can grow while it is read, and a device has no size. */
async function readLocal(path: string, { maxBytes }: Limits): Promise<Uint8Array> {
  try {
    const file = await open(path);
    try {
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of file.createReadStream({ end: maxBytes, autoClose: false })) {
        length += (chunk as Uint8Array).length;
        chunks.push(chunk as Uint8Array);
      }
      if (length > maxBytes) throw tooLarge(path, maxBytes);
      return Buffer.concat(chunks, length);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ModelUpdateError) throw error;
    throw new ModelUpdateError('not-found', `${path} cannot be read.`);
  }
}

async function download(
  fetcher: PublicFetcher,
  address: string,
  { signal, ...limits }: Limits & Pick<ReadOptions, 'signal'>,
): Promise<Uint8Array> {
  if (!/^https:/i.test(address) || !URL.canParse(address)) {
    throw new ModelUpdateError('unusable', `${address}: only https URLs are supported.`);
  }
  try {
    const { bytes } = await fetcher.fetch(address, { ...limits, httpsOnly: true, ...(signal && { signal }) });
    return bytes;
  } catch (error) {
    const reason = error instanceof GatewayError ? error.message : 'Reading was aborted.';
    throw new ModelUpdateError('unreachable', `${address} cannot be read. ${reason}`);
  }
}

function tooLarge(source: string, maxBytes: number): ModelUpdateError {
  return new ModelUpdateError('unusable', `${source} is larger than ${maxBytes} bytes.`);
}

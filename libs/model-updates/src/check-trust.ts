import { type KeyObject, createHash, verify } from 'node:crypto';
import { ModelUpdateError } from './model-update-error.js';

/** The checks of a source. Without any, the operator trusts its address. */
export interface Trust {
  /** The allowed SHA-256 hashes, in hexadecimal. */
  hashes?: readonly string[] | undefined;
  /** The Ed25519 key that the signature must match. */
  publicKey?: KeyObject | undefined;
}

const SIGNATURE_BYTES = 64;

export function checkHash(source: string, sha256: string, { hashes }: Trust): void {
  if (hashes === undefined || hashes.some((hash) => hash.toLowerCase() === sha256)) return;
  throw new ModelUpdateError(
    'untrusted',
    `${source} has the SHA-256 ${sha256}, which is not one of the expected hashes.`,
  );
}

interface SignedSource {
  bytes: Uint8Array;
  /** 64 bytes, or their base64 text. */
  signature: Uint8Array;
  publicKey: KeyObject;
}

export function checkSignature(source: string, { bytes, signature, publicKey }: SignedSource): void {
  const raw = signature.length === SIGNATURE_BYTES ? signature : decodeBase64(signature);
  if (raw.length === SIGNATURE_BYTES && verify(null, bytes, publicKey, raw)) return;
  throw new ModelUpdateError('untrusted', `${source} is not signed with the given key.`);
}

export function identifyKey(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

function decodeBase64(text: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(text).toString('latin1').trim(), 'base64');
}

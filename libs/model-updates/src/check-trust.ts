import { type KeyObject, createHash, verify } from 'node:crypto';
import { ModelUpdateError } from './model-update-error.js';

/** What a source has to be, beside being there. Nothing of it where the operator believes the address alone. */
export interface Trust {
  /** In hex: it is one of these. */
  hashes?: readonly string[] | undefined;
  /** Ed25519: it is signed with the private key that belongs to this one. */
  publicKey?: KeyObject | undefined;
}

const SIGNATURE_BYTES = 64;

export function checkHash(source: string, sha256: string, { hashes }: Trust): void {
  if (hashes === undefined || hashes.some((hash) => hash.toLowerCase() === sha256)) return;
  throw new ModelUpdateError('untrusted', `${source} has the SHA-256 ${sha256}, which was not given.`);
}

interface Signed {
  bytes: Uint8Array;
  /** Its 64 bytes, or those in base64. */
  signature: Uint8Array;
  publicKey: KeyObject;
}

export function checkSignature(source: string, { bytes, signature, publicKey }: Signed): void {
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

import { type KeyObject, createPublicKey } from 'node:crypto';

export const PUBLIC_KEY = 'an Ed25519 public key (as PEM, or its bytes in base64)';

const MAX_LENGTH = 1_000;
const RAW_BYTES = 32;
/** The DER prefix of an Ed25519 public key in SPKI format. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Undefined if the text is not a public key. Private keys are rejected: they must not be in the configuration. */
export function readPublicKey(text: string): KeyObject | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH) return undefined;
  try {
    const key = written.startsWith('-----') ? readPem(written) : readBase64(written);
    return key?.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

function readPem(text: string): KeyObject | undefined {
  return text.startsWith('-----BEGIN PUBLIC KEY-----') ? createPublicKey(text) : undefined;
}

/** Strict base64: the decoder would also accept file names. */
function readBase64(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) return undefined;
  const der = bytes.length === RAW_BYTES ? Buffer.concat([SPKI_PREFIX, bytes]) : bytes;
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

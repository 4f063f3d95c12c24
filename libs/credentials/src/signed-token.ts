import { type KeyObject, constants, createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { createSettingFault } from './credential-fault.js';

const signAsync = promisify<string, Buffer, Parameters<typeof sign>[2], Buffer>(sign);

interface SignedToken {
  algorithm: 'RS256' | 'PS256';
  header: object;
  payload: object;
}

/** A JSON Web Token (RFC 7519). Signing runs in the thread pool. */
export async function signToken(
  key: KeyObject,
  { algorithm, header, payload }: SignedToken,
): Promise<string> {
  const text = [{ alg: algorithm, typ: 'JWT', ...header }, payload].map(encode).join('.');
  const padding =
    algorithm === 'PS256'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : { padding: constants.RSA_PKCS1_PADDING };
  const signature = await signAsync('sha256', Buffer.from(text), { key, ...padding });
  return `${text}.${signature.toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function readPrivateKey(pem: string, place: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The message could quote the key.
  }
  throw createSettingFault(`No RSA private key found in ${place}.`, `Check ${place}.`);
}

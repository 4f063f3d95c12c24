import { X509Certificate, createHash, randomUUID } from 'node:crypto';
import { createSettingFault } from '../credential-fault.js';
import { readPrivateKey, signToken } from '../signed-token.js';

const LIFE_SECONDS = 600;
const CERTIFICATE_FILE = 'the file of auth.certificate_file';

interface AssertionClaims {
  clientId: string;
  /** The URL that the assertion is for. */
  audience: string;
  now: number;
}

/** Proves possession of the private key of a certificate that is registered for the application in Entra ID. */
export async function signClientAssertion(
  pem: string,
  { clientId, audience, now }: AssertionClaims,
): Promise<string> {
  const nbf = Math.floor(now / 1000);
  const certificate = readCertificate(pem);
  return signToken(readPrivateKey(findBlock(pem, 'PRIVATE KEY'), CERTIFICATE_FILE), {
    algorithm: 'PS256',
    header: { 'x5t#S256': createHash('sha256').update(certificate.raw).digest('base64url') },
    payload: {
      aud: audience,
      iss: clientId,
      sub: clientId,
      jti: randomUUID(),
      nbf,
      iat: nbf,
      exp: nbf + LIFE_SECONDS,
    },
  });
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(findBlock(pem, 'CERTIFICATE'));
  } catch {
    throw createSettingFault(
      `No certificate found in ${CERTIFICATE_FILE}.`,
      'It must contain a private key and a certificate in PEM format.',
    );
  }
}

/** The first block of a kind. Key and certificate can be in either order. */
function findBlock(pem: string, kind: string): string {
  const label = pem.indexOf(`${kind}-----`);
  const begin = label === -1 ? -1 : pem.lastIndexOf('-----BEGIN', label);
  const end = label === -1 ? -1 : pem.indexOf('-----END', label);
  const last = end === -1 ? -1 : pem.indexOf('-----', end + '-----END'.length);
  return begin === -1 || last === -1 ? '' : `${pem.slice(begin, last)}-----\n`;
}

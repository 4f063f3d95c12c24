import { type KeyObject, X509Certificate, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SelfSigned {
  /** Both as PEM. */
  certificate: string;
  key: string;
}

const DAY_MS = 86_400_000;

/** DER tags. */
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8 = 0x0c;
const SEQUENCE = 0x30;
const SET = 0x31;
const GENERALIZED_TIME = 0x18;
const EXPLICIT = 0xa0;
/** Of a name that is an address. */
const IP_ADDRESS = 0x87;

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

/** A self-signed certificate for 127.0.0.1, valid for a day. */
export function makeSelfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = bodyFor(publicKey);
  const der = sequence(body, algorithm(), bits(sign('sha256', body, privateKey)));
  return {
    certificate: new X509Certificate(der).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function bodyFor(publicKey: KeyObject): Buffer {
  const name = sequence(
    wrap(SET, sequence(objectId(COMMON_NAME), wrap(UTF8, Buffer.from('modelgate tests')))),
  );
  const validity = sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS));
  const version = wrap(EXPLICIT, wrap(INTEGER, Buffer.from([2])));
  const serial = wrap(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const owner = publicKey.export({ type: 'spki', format: 'der' });
  return sequence(version, serial, algorithm(), name, validity, name, owner, addressExtension());
}

/** Clients look for addresses only in this extension. */
function addressExtension(): Buffer {
  const names = sequence(wrap(IP_ADDRESS, Buffer.from([127, 0, 0, 1])));
  return wrap(EXPLICIT + 3, sequence(sequence(objectId(SUBJECT_ALT_NAME), wrap(OCTET_STRING, names))));
}

function algorithm(): Buffer {
  return sequence(objectId(ECDSA_WITH_SHA256));
}

function bits(content: Buffer): Buffer {
  return wrap(BIT_STRING, Buffer.concat([Buffer.from([0]), content]));
}

function objectId(hex: string): Buffer {
  return wrap(OBJECT_ID, Buffer.from(hex, 'hex'));
}

function time(atMs: number): Buffer {
  const digits = new Date(atMs).toISOString().replaceAll(/\.\d+|\D/g, '');
  return wrap(GENERALIZED_TIME, Buffer.from(`${digits}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return wrap(SEQUENCE, Buffer.concat(parts));
}

function wrap(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), encodeLength(content), content]);
}

function encodeLength({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

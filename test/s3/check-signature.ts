import { createHash } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import aws4 from 'aws4';

export interface S3Key {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface Refusal {
  status: number;
  code: string;
}

/** Checks a request as Amazon does, with an implementation of signatures that the product does not use. */
export function checkSignature(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  key: S3Key,
): Refusal | undefined {
  const { authorization = '', host = '' } = headers;
  const [, accessKeyId, region, names = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=/.exec(
      authorization,
    ) ?? [];
  if (accessKeyId !== key.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== key.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
  const required = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const isBare = Object.keys(headers).some((name) => name.startsWith('x-amz-') && !(name in signed));
  if (isBare || required.some((name) => !(name in signed))) return { status: 403, code: 'AccessDenied' };
  const request = { service: 's3', region, method, host, path: url, headers: signed };
  if (aws4.sign(request, key).headers['Authorization'] !== authorization) {
    return { status: 403, code: 'SignatureDoesNotMatch' };
  }
  const sha256 = createHash('sha256').update(body).digest('hex');
  return sha256 === headers['x-amz-content-sha256']
    ? undefined
    : { status: 400, code: 'XAmzContentSHA256Mismatch' };
}

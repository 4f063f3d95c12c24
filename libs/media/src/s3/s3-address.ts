import { isIP } from 'node:net';

export interface S3Settings {
  /** Scheme, host and perhaps a path. The default is Amazon's endpoint. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
  /** The prefix of the keys of all objects, without the slash after it. */
  prefix: string;
}

/** A label that the wildcard certificate of a service covers. With a dot there would be two labels. */
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/;

/** The URL of the bucket, or of an object in it. */
export function buildS3Url(
  settings: S3Settings,
  key = '',
  query: Readonly<Record<string, string>> = {},
): URL {
  const { bucket } = settings;
  const service = new URL(settings.endpoint ?? getAmazonEndpoint(settings.region));
  const isInPath = usesPathStyle(settings, service.hostname);
  const segments = [...(isInPath ? [bucket] : []), ...(key === '' ? [] : key.split('/'))];
  const base = service.pathname.endsWith('/') ? service.pathname.slice(0, -1) : service.pathname;
  const url = new URL(service);
  if (!isInPath) url.hostname = `${bucket}.${service.hostname}`;
  url.pathname = `${base}/${segments.map(encodeStrictly).join('/')}`;
  url.search = Object.entries(query)
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .join('&');
  return url;
}

function getAmazonEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** An IP address has no subdomains, and a bucket that is not a valid host label cannot be one. */
function usesPathStyle({ forcePathStyle, bucket }: S3Settings, hostname: string): boolean {
  const isNumeric = isIP(hostname) !== 0 || hostname.startsWith('[');
  return forcePathStyle || isNumeric || hostname === 'localhost' || !HOST_LABEL.test(bucket);
}

/** Encodes like signatures do, which is more than a URL requires. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

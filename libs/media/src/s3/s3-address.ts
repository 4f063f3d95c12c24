import { isIP } from 'node:net';

export interface S3Settings {
  /** Scheme, host and perhaps a path; Amazon's own where it is not said. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
  /** What the names of all our objects begin with, without the slash after it. */
  prefix: string;
}

/** A label that a certificate for every bucket of a service covers; a dot in it would make two labels. */
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{1,61})[a-z0-9]$/;

/** Where the bucket is, or an object in it. */
export function locate(settings: S3Settings, key = '', query: Readonly<Record<string, string>> = {}): URL {
  const { bucket } = settings;
  const service = new URL(settings.endpoint ?? getAmazonEndpoint(settings.region));
  const isInPath = usesPathStyle(settings, service.hostname);
  const segments = [...(isInPath ? [bucket] : []), ...(key === '' ? [] : key.split('/'))];
  const base = service.pathname.endsWith('/') ? service.pathname.slice(0, -1) : service.pathname;
  const url = new URL(service);
  if (!isInPath) url.hostname = `${bucket}.${service.hostname}`;
  url.pathname = `${base}/${segments.map(encode).join('/')}`;
  url.search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  return url;
}

function getAmazonEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** An address of numbers has no names below it, and a bucket that is no label of a host cannot be one. */
function usesPathStyle({ forcePathStyle, bucket }: S3Settings, hostname: string): boolean {
  const isNumeric = isIP(hostname) !== 0 || hostname.startsWith('[');
  return forcePathStyle || isNumeric || hostname === 'localhost' || !HOST_LABEL.test(bucket);
}

/** By the rules that signatures are made by, which encode more than a URL needs. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

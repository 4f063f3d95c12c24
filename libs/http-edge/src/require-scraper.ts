import { createHash, timingSafeEqual } from 'node:crypto';
import { GatewayError } from '#canonical';
import ipaddr from 'ipaddr.js';

/** A caller of the metrics endpoint. */
export interface Scraper {
  /** The address of the connection. */
  socketAddress: string | undefined;
  /** The address that a trusted proxy forwarded, else that of the connection. */
  clientAddress: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Headers of proxies. A proxy on this machine connects by loopback, although its client may be elsewhere. */
const PROXY_HEADERS = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-original-url',
  'true-client-ip',
  'fastly-client-ip',
  'cdn-loop',
]);
const PROXY_HEADER_PREFIXES = ['x-forwarded-', 'x-envoy-', 'x-amzn-', 'cf-', 'fly-'];

/** Throws unless the caller is on this machine or has the token. */
export function requireScraper(scraper: Scraper, token: string | undefined): void {
  if (isOnThisMachine(scraper)) return;
  if (token === undefined) {
    throw new GatewayError(
      'address-not-allowed',
      'Metrics are available from this machine only. Set MODELGATE_METRICS_TOKEN to allow other addresses.',
    );
  }
  const given = /^bearer +(\S+)$/i.exec(String(scraper.headers['authorization'] ?? '').trim())?.[1];
  if (given === undefined) {
    throw new GatewayError(
      'missing-credential',
      'Send the metrics token as "Authorization: Bearer <token>".',
    );
  }
  if (!isEqual(given, token)) throw new GatewayError('unknown-token', 'The metrics token is wrong.');
}

function isOnThisMachine({ socketAddress, clientAddress, headers }: Scraper): boolean {
  return (
    isLoopback(socketAddress) &&
    isLoopback(clientAddress) &&
    !Object.keys(headers).some(isProxyHeader) &&
    isLocalHost(headers['host'])
  );
}

function isProxyHeader(header: string): boolean {
  return PROXY_HEADERS.has(header) || PROXY_HEADER_PREFIXES.some((prefix) => header.startsWith(prefix));
}

/**
 * Whether the Host header names only this machine. A proxy without extra headers forwards the host that its client
 * used, and so does a browser whose page resolves its own name to this address (DNS rebinding).
 */
function isLocalHost(host: unknown): boolean {
  if (typeof host !== 'string' || !URL.canParse(`http://${host}`)) return false;
  const { hostname, username, pathname } = new URL(`http://${host}`);
  if (username !== '' || pathname !== '/') return false;
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isLoopback(hostname.replace(/^\[|\]$/g, ''))
  );
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Compares digests of equal length in constant time. */
function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

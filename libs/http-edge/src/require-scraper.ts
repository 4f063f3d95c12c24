import { createHash, timingSafeEqual } from 'node:crypto';
import { GatewayError } from '#canonical';
import ipaddr from 'ipaddr.js';

/** Who asks for the metrics, as far as that can be known. */
export interface Scraper {
  /** The other end of the connection. */
  socketAddress: string | undefined;
  /** The client, where a trusted proxy has told of it; else the other end of the connection. */
  clientAddress: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Signs of a proxy. One on this machine reaches us by loopback, whoever is behind it. */
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

/** Lets pass whoever asks from this very machine, and whoever holds the token. */
export function requireScraper(scraper: Scraper, token: string | undefined): void {
  if (isOnThisMachine(scraper)) return;
  if (token === undefined) {
    throw new GatewayError(
      'address-not-allowed',
      'Metrics are open to this machine only, unless MODELGATE_METRICS_TOKEN is set.',
    );
  }
  const given = /^bearer +(\S+)$/i.exec(String(scraper.headers['authorization'] ?? '').trim())?.[1];
  if (given === undefined) {
    throw new GatewayError('missing-credential', 'Give the metrics token as "Authorization: Bearer …".');
  }
  if (!isSame(given, token)) throw new GatewayError('unknown-token', 'This is not the metrics token.');
}

function isOnThisMachine({ socketAddress, clientAddress, headers }: Scraper): boolean {
  return (
    isLoopback(socketAddress) &&
    isLoopback(clientAddress) &&
    !Object.keys(headers).some(tellsOfProxy) &&
    isLocalHost(headers['host'])
  );
}

function tellsOfProxy(header: string): boolean {
  return PROXY_HEADERS.has(header) || PROXY_HEADER_PREFIXES.some((prefix) => header.startsWith(prefix));
}

/**
 * Whether the request was addressed to this machine by a name that means nothing else. A proxy that adds no header
 * hands on the name that its client asked for, and so does a browser whose page got our address for its own name.
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

/** Digests are of one length, so that the comparison takes the same time for every guess. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

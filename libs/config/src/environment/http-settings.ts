import { isIP, isIPv6 } from 'node:net';
import { BASE_URL, parseBaseUrl } from '../text/http-url.js';
import { isUnspecifiedAddress, NETWORK, parseNetwork } from '../text/network.js';
import { isCredential } from '../text/credential.js';
import { type Variables } from './variables.js';

const BYTES_PER_MB = 1024 * 1024;

const MAX_JSON_MB = 512;

const MAX_UPLOAD_MB = 102_400;

const MAX_API_PROCESSES = 256;

const MIN_METRICS_TOKEN_LENGTH = 8;

const METRICS_TOKEN = `a token of ${MIN_METRICS_TOKEN_LENGTH} or more printable ASCII characters without spaces`;

export function readHttpSettings(variables: Variables) {
  const host = variables.parse('HOST', 'an IP address or host name', parseHost) ?? '127.0.0.1';
  const port = variables.parse('PORT', 'a port number (0 to 65535)', wholeNumber(0, 65_535)) ?? 3000;
  return {
    host,
    port,
    publicUrl: variables.parse('PUBLIC_URL', BASE_URL, parseBaseUrl) ?? getAddress(host, port),
    allowedHosts: variables.parseList(
      'MODELGATE_ALLOWED_HOSTS',
      'a host name with or without a port',
      parseHostHeader,
    ),
    trustProxy: variables.parseList('TRUST_PROXY', NETWORK, parseNetwork) ?? [],
    metricsToken: variables.parseSecret('MODELGATE_METRICS_TOKEN', METRICS_TOKEN, parseMetricsToken),
    apiProcesses: readWhole(variables, 'MODELGATE_API_PROCESSES', 1, MAX_API_PROCESSES),
    maxJsonBytes: readWhole(variables, 'MODELGATE_MAX_JSON_MB', 32, MAX_JSON_MB) * BYTES_PER_MB,
    maxUploadBytes: readWhole(variables, 'MODELGATE_MAX_UPLOAD_MB', 512, MAX_UPLOAD_MB) * BYTES_PER_MB,
  };
}

function readWhole(variables: Variables, name: string, fallback: number, max: number): number {
  return variables.parse(name, `a whole number from 1 to ${max}`, wholeNumber(1, max)) ?? fallback;
}

function getAddress(host: string, port: number): string {
  const reachable = isUnspecifiedAddress(host) ? '127.0.0.1' : host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || isHostName(text) ? text : undefined;
}

function parseHostHeader(text: string): string | undefined {
  const parts = /^(?<host>\[[^\]]+\]|[^:]+)(?::(?<port>\d+))?$/.exec(text)?.groups;
  if (parts === undefined || Number(parts['port'] ?? 0) > 65_535) return undefined;
  const host = parts['host'] ?? '';
  const valid = host.startsWith('[') ? isIPv6(host.slice(1, -1)) : isIP(host) !== 0 || isHostName(host);
  return valid ? text.toLowerCase() : undefined;
}

function parseMetricsToken(text: string): string | undefined {
  return text.length >= MIN_METRICS_TOKEN_LENGTH && isCredential(text) ? text : undefined;
}

/** A name of digits and dots alone is a mistyped IPv4 address. */
function isHostName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(text) && !/^[\d.]+$/.test(text);
}

function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

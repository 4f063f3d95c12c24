import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { GatewayError } from '#canonical';
import { PublicAddresses } from './public-address.js';

const CONNECT_MS = 5_000;
/** From the name resolution to the last byte, including redirects. */
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;
/** For the body of a redirect, which is discarded. */
const MAX_REDIRECT_BYTES = 16 * 1024;

const PUBLIC_ONLY = new PublicAddresses([]);

export interface FetchedFile {
  mediaType: string | undefined;
  bytes: Buffer;
}

export interface FetchOptions {
  maxBytes: number;
  /** Ends the fetch earlier. */
  signal?: AbortSignal;
  /** Called with the size of each chunk before it is stored. May return a promise to wait for, and may throw. */
  onBytes?: (bytes: number) => Promise<void> | undefined;
  timeoutMs?: number;
  /** Requires https for the link and all redirects. */
  httpsOnly?: boolean;
}

export interface OpenedFile {
  mediaType: string | undefined;
  body: AsyncIterable<Uint8Array>;
}

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  /** From the name resolution to the end of the response. */
  timeoutMs: number;
  /** Limits how much of the response is read. */
  maxResponseBytes: number;
}

export interface PostResult {
  status: number;
  retryAfter: string | undefined;
}

/**
 * Fetches links of users. The address of the connection is checked, not the text of the link: names are resolved here,
 * all resolved addresses must be allowed, and every redirect is checked like the link itself.
 */
export class PublicFetcher {
  private readonly addresses: PublicAddresses;
  private readonly agent: Agent;

  constructor(allowedPrivateNetworks: readonly string[]) {
    this.addresses = new PublicAddresses(allowedPrivateNetworks);
    this.agent = new Agent({ connect: { timeout: CONNECT_MS, lookup: this.createCheckedLookup() } });
  }

  /** Every problem with the link is an error of the client, of kind `invalid-value`. */
  async fetch(link: string, options: FetchOptions): Promise<FetchedFile> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    try {
      const { mediaType, body } = await this.open(link, signal, options.httpsOnly);
      return { mediaType, bytes: await readBounded(body, options) };
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      if (options.signal?.aborted === true) throw options.signal.reason;
      throw linkRefused(
        timeout.aborted ? 'The download of the link timed out.' : 'The download of the link ended early.',
      );
    }
  }

  /** The same as a stream, for files that are too large for memory. */
  async open(link: string, signal: AbortSignal, httpsOnly = false): Promise<OpenedFile> {
    let url = link;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const target = this.check(url);
      if (httpsOnly && target.protocol !== 'https:') throw linkRefused('The link must use https.');
      const response = await this.send(target, signal);
      const location = response.headers['location'];
      if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
        await response.body.dump({ limit: MAX_REDIRECT_BYTES, signal }).catch(() => undefined);
        if (!URL.canParse(location, target.href)) throw linkRefused('The link redirects to an invalid URL.');
        url = new URL(location, target).href;
        continue;
      }
      if (response.statusCode !== 200) {
        response.body.on('error', () => undefined).destroy();
        throw linkRefused(`The link returned status ${response.statusCode}.`);
      }
      return { mediaType: toMediaType(response.headers['content-type']), body: response.body };
    }
    throw linkRefused('The link has too many redirects.');
  }

  /**
   * Sends a POST request to a link. Redirects are not followed and the body of the response is discarded. Throws a
   * GatewayError for a link that is not allowed, and errors of the network as they are.
   */
  async post(link: string, { headers, body, timeoutMs, maxResponseBytes }: PostOptions): Promise<PostResult> {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await request(this.check(link), {
      method: 'POST',
      dispatcher: this.agent,
      signal,
      headers: { 'user-agent': 'modelgate', ...headers },
      body,
    });
    await response.body.dump({ limit: maxResponseBytes, signal }).catch(() => undefined);
    const retryAfter = response.headers['retry-after'];
    return {
      status: response.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    };
  }

  /** Whether a host is a name or a public address. */
  isPublicAddress(hostname: string): boolean {
    const address = hostname.replace(/^\[(.*)\]$/, '$1');
    return isIP(address) === 0 || PUBLIC_ONLY.includes(address);
  }

  /** Whether a link is allowed. Resolves its name but does not connect. */
  async isAllowed(link: string): Promise<boolean> {
    try {
      const { hostname } = this.check(link);
      if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the name was not resolved in time')), CONNECT_MS);
        this.createCheckedLookup()(hostname, {}, (error) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        });
      });
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  private check(link: string): URL {
    if (!URL.canParse(link)) throw linkRefused('The link is not a valid URL.');
    const url = new URL(link);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw linkRefused('The link must use http or https.');
    if (url.username !== '' || url.password !== '')
      throw linkRefused('The link must not contain credentials.');
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !this.addresses.includes(host))
      throw linkRefused('The link resolves to an address that is not allowed.');
    return url;
  }

  private async send(url: URL, signal: AbortSignal) {
    try {
      return await request(url, {
        method: 'GET',
        dispatcher: this.agent,
        signal,
        headers: { 'user-agent': 'modelgate', accept: '*/*' },
      });
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      const cause = (error as { cause?: unknown }).cause;
      if (cause instanceof GatewayError) throw cause;
      throw linkRefused('The link could not be downloaded.');
    }
  }

  private createCheckedLookup(): LookupFunction {
    return (hostname, _options, callback) => {
      lookup(hostname, { all: true }, (error, found) => {
        if (error) return callback(error, []);
        const addresses: LookupAddress[] = found;
        if (addresses.length === 0 || !addresses.every(({ address }) => this.addresses.includes(address))) {
          return callback(linkRefused('The link resolves to an address that is not allowed.'), []);
        }
        return callback(null, addresses);
      });
    };
  }
}

function toMediaType(contentType: string | string[] | undefined): string | undefined {
  return typeof contentType === 'string' ? contentType.split(';', 1)[0]?.trim().toLowerCase() : undefined;
}

async function readBounded(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, onBytes }: FetchOptions,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes)
      throw linkRefused(`The file at the link is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`);
    const waiting = onBytes?.(chunk.length);
    if (waiting !== undefined) await waiting;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function linkRefused(message: string): GatewayError {
  return new GatewayError('invalid-value', message, { code: 'url_not_allowed' });
}

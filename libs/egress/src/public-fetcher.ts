import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { GatewayError } from '#canonical';
import { PublicAddresses } from './public-address.js';

const CONNECT_MS = 5_000;
/** From the name's resolution to the last byte, redirects included. */
const WHOLE_MS = 30_000;
const MAX_REDIRECTS = 3;
/** Of the body of a redirect, which nobody reads. */
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
  /** Called with the size of each chunk before it is kept; may wait, and may throw. */
  onBytes?: (bytes: number) => Promise<void> | undefined;
  timeoutMs?: number;
  /** No link of the way may be without encryption, the first one included. */
  httpsOnly?: boolean;
}

export interface OpenedFile {
  mediaType: string | undefined;
  body: AsyncIterable<Uint8Array>;
}

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  /** From the name's resolution to the end of the answer. */
  timeoutMs: number;
  /** No more of the answer than this is taken off the wire. */
  maxResponseBytes: number;
}

export interface PostAnswer {
  status: number;
  retryAfter: string | undefined;
}

/**
 * Fetches what a user's link points at. The address that is connected to is checked, not the text of the link: names
 * are resolved here, every answer has to be allowed, and each redirect is checked like the first link.
 */
export class PublicFetcher {
  private readonly addresses: PublicAddresses;
  private readonly agent: Agent;

  constructor(allowedPrivateNetworks: readonly string[]) {
    this.addresses = new PublicAddresses(allowedPrivateNetworks);
    this.agent = new Agent({ connect: { timeout: CONNECT_MS, lookup: this.checkedLookup() } });
  }

  /** Whatever is wrong with the link is the error of whoever gave it, an error of kind `invalid-value`. */
  async fetch(link: string, options: FetchOptions): Promise<FetchedFile> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? WHOLE_MS);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    try {
      const { mediaType, body } = await this.open(link, signal, options.httpsOnly);
      return { mediaType, bytes: await readBounded(body, options) };
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      if (options.signal?.aborted === true) throw options.signal.reason;
      throw refused(
        timeout.aborted ? 'The link did not deliver its file in time.' : 'The link broke off before its end.',
      );
    }
  }

  /** The same with its bytes as they come, for files that are too large to be held. */
  async open(link: string, signal: AbortSignal, httpsOnly = false): Promise<OpenedFile> {
    let url = link;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const target = this.check(url);
      if (httpsOnly && target.protocol !== 'https:') throw refused('The link is not https.');
      const response = await this.send(target, signal);
      const location = response.headers['location'];
      if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
        await response.body.dump({ limit: MAX_REDIRECT_BYTES, signal }).catch(() => undefined);
        if (!URL.canParse(location, target.href))
          throw refused('The link leads to something that is no URL.');
        url = new URL(location, target).href;
        continue;
      }
      if (response.statusCode !== 200) {
        response.body.on('error', () => undefined).destroy();
        throw refused(`The link answered with status ${response.statusCode}.`);
      }
      return { mediaType: toMediaType(response.headers['content-type']), body: response.body };
    }
    throw refused('The link leads through too many redirects.');
  }

  /**
   * Calls a link. Of the answer only its head counts: a redirect is an answer like any other, and the body is thrown
   * away. Throws a GatewayError for a link that may not be called, and whatever the network throws.
   */
  async post(link: string, { headers, body, timeoutMs, maxResponseBytes }: PostOptions): Promise<PostAnswer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await request(this.check(link), {
      method: 'POST',
      dispatcher: this.agent,
      signal,
      headers: { 'user-agent': 'modelgate', ...headers },
      body,
    });
    await answer.body.dump({ limit: maxResponseBytes, signal }).catch(() => undefined);
    const retryAfter = answer.headers['retry-after'];
    return { status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined };
  }

  /** Whether a host is anything but an address of a private network. */
  isPublicAddress(hostname: string): boolean {
    const address = hostname.replace(/^\[(.*)\]$/, '$1');
    return isIP(address) === 0 || PUBLIC_ONLY.includes(address);
  }

  /** Whether a link may be called at all, by what can be known before anybody is connected to. */
  async isAllowed(link: string): Promise<boolean> {
    try {
      const { hostname } = this.check(link);
      if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the name was not resolved in time')), CONNECT_MS);
        this.checkedLookup()(hostname, {}, (error) => {
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
    if (!URL.canParse(link)) throw refused('The link is not a URL.');
    const url = new URL(link);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw refused('The link is neither http nor https.');
    if (url.username !== '' || url.password !== '') throw refused('The link holds credentials.');
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !this.addresses.includes(host))
      throw refused('The link leads to an address that may not be reached.');
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
      throw refused('The link could not be fetched.');
    }
  }

  private checkedLookup(): LookupFunction {
    return (hostname, _options, callback) => {
      lookup(hostname, { all: true }, (error, found) => {
        if (error) return callback(error, []);
        const addresses: LookupAddress[] = found;
        if (addresses.length === 0 || !addresses.every(({ address }) => this.addresses.includes(address))) {
          return callback(refused('The link leads to an address that may not be reached.'), []);
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
      throw refused(`What the link points at is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`);
    const waiting = onBytes?.(chunk.length);
    if (waiting !== undefined) await waiting;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function refused(message: string): GatewayError {
  return new GatewayError('invalid-value', message, { code: 'url_not_allowed' });
}

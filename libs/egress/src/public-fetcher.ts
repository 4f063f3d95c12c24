import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { GatewayError } from '#canonical';
import { PublicAddresses } from './public-address.js';

const CONNECT_MS = 5_000;
const WHOLE_MS = 20_000;
const MAX_REDIRECTS = 3;

export interface FetchedFile {
  mediaType: string | undefined;
  bytes: Buffer;
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

  async fetch(link: string, maxBytes: number): Promise<FetchedFile> {
    const signal = AbortSignal.timeout(WHOLE_MS);
    let url = link;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const target = this.check(url);
      const response = await this.send(target, signal);
      const location = response.headers['location'];
      if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
        await response.body.dump();
        url = new URL(location, target).href;
        continue;
      }
      if (response.statusCode !== 200) throw refused(`The link answered with status ${response.statusCode}.`);
      const contentType = response.headers['content-type'];
      return {
        mediaType:
          typeof contentType === 'string' ? contentType.split(';', 1)[0]?.trim().toLowerCase() : undefined,
        bytes: await readBounded(response.body, maxBytes),
      };
    }
    throw refused('The link leads through too many redirects.');
  }

  async close(): Promise<void> {
    await this.agent.destroy();
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

async function readBounded(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes)
      throw refused(`What the link points at is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

function refused(message: string): GatewayError {
  return new GatewayError('invalid-value', message, { code: 'url_not_allowed' });
}

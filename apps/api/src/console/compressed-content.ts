import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type StaticContent, toDigest } from './static-content.js';

/** Beyond this quality a document takes a second instead of some milliseconds, and is hardly smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** In the order in which they are preferred. */
const COMPRESSIONS = [
  { encoding: 'br', compress: (body: Buffer) => promisify(brotliCompress)(body, BROTLI) },
  { encoding: 'gzip', compress: (body: Buffer) => promisify(gzip)(body) },
] as const;

/** A content as it is, and compressed in every way that clients may take. */
export class CompressedContent {
  private constructor(
    private readonly plain: StaticContent,
    private readonly copies: readonly { encoding: string; content: StaticContent }[],
  ) {}

  /** Compresses beside the event loop. */
  static async from(content: Omit<StaticContent, 'digest' | 'headers'>): Promise<CompressedContent> {
    const vary = { vary: 'accept-encoding' };
    const copies = COMPRESSIONS.map(async ({ encoding, compress }) => {
      const body = await compress(content.body);
      const headers = { ...vary, 'content-encoding': encoding };
      return { encoding, content: { ...content, body, digest: toDigest(body), headers } };
    });
    const plain = { ...content, digest: toDigest(content.body), headers: vary };
    return new CompressedContent(plain, await Promise.all(copies));
  }

  choose(acceptEncoding: string): StaticContent {
    return this.copies.find(({ encoding }) => takesEncoding(acceptEncoding, encoding))?.content ?? this.plain;
  }
}

/** Whether the `accept-encoding` header of a request names the encoding, and does not rule it out. */
export function takesEncoding(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(',').some((offer) => {
    const [name, quality] = offer.split(';').map((part) => part.trim());
    return name === encoding && quality !== 'q=0';
  });
}

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type StaticContent, toDigest } from './static-content.js';

/** A higher quality takes a second instead of milliseconds, and the result is almost the same size. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** In the order of preference. */
const COMPRESSIONS = [
  { encoding: 'br', compress: (body: Buffer) => promisify(brotliCompress)(body, BROTLI) },
  { encoding: 'gzip', compress: (body: Buffer) => promisify(gzip)(body) },
] as const;

/** A content with its compressed copies. */
export class CompressedContent {
  private constructor(
    private readonly plain: StaticContent,
    private readonly copies: readonly { encoding: string; content: StaticContent }[],
  ) {}

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
    return (
      this.copies.find(({ encoding }) => acceptsEncoding(acceptEncoding, encoding))?.content ?? this.plain
    );
  }
}

/** Whether the `accept-encoding` header of a request lists the encoding with a quality above zero. */
export function acceptsEncoding(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(',').some((offer) => {
    const [name, quality] = offer.split(';').map((part) => part.trim());
    return name === encoding && quality !== 'q=0';
  });
}

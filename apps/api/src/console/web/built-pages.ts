import { readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { acceptsEncoding } from '../compressed-content.js';
import { IMMUTABLE, type StaticContent, toDigest } from '../static-content.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The build adds compressed copies of large files. The first encoding that the browser accepts is sent. */
const COMPRESSIONS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/** The pages that the build has written. Each file is loaded at its first request. */
export class BuiltPages {
  private readonly names: ReadonlySet<string>;
  private readonly contents = new Map<string, StaticContent>();
  private readonly templates = new Map<string, string>();

  constructor(private readonly folder: URL) {
    this.names = new Set(listNames(new URL('assets/', folder)));
  }

  /** The HTML of a single-page application. Undefined if the pages were not built. */
  page(name: 'index.html' | 'docs.html'): string | undefined {
    if (this.names.size === 0) return undefined;
    const template = this.templates.get(name) ?? readFileSync(new URL(name, this.folder), 'utf8');
    this.templates.set(name, template);
    return template;
  }

  asset(name: string, acceptEncoding: string): StaticContent | undefined {
    const mediaType = MEDIA_TYPES[extname(name)];
    if (mediaType === undefined || !this.names.has(name)) return undefined;
    const compression = COMPRESSIONS.find(
      ({ encoding, suffix }) => acceptsEncoding(acceptEncoding, encoding) && this.names.has(name + suffix),
    );
    const file = name + (compression?.suffix ?? '');
    const content = this.contents.get(file) ?? this.read(file, mediaType, compression?.encoding);
    this.contents.set(file, content);
    return content;
  }

  private read(file: string, mediaType: string, encoding: string | undefined): StaticContent {
    const body = readFileSync(new URL(`assets/${file}`, this.folder));
    const headers = {
      vary: 'accept-encoding',
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    };
    return { mediaType, body, digest: toDigest(body), cacheControl: IMMUTABLE, headers };
  }
}

function listNames(folder: URL): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

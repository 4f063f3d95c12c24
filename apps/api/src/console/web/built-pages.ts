import { readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { takesEncoding } from '../compressed-content.js';
import { IMMUTABLE, type StaticContent, toDigest } from '../static-content.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The build writes these beside every file worth it; the first that a browser takes is sent. */
const COMPRESSIONS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/** The pages as the build left them. Files are read when somebody first asks for them. */
export class BuiltPages {
  private readonly names: ReadonlySet<string>;
  private readonly contents = new Map<string, StaticContent>();
  private readonly templates = new Map<string, string>();

  constructor(private readonly folder: URL) {
    this.names = new Set(namesIn(new URL('assets/', folder)));
  }

  /** An HTML page, which all addresses of its part of the site have. Undefined where nothing was built. */
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
      ({ encoding, suffix }) => takesEncoding(acceptEncoding, encoding) && this.names.has(name + suffix),
    );
    const file = name + (compression?.suffix ?? '');
    const known = this.contents.get(file) ?? this.read(file, mediaType, compression?.encoding);
    this.contents.set(file, known);
    return known;
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

function namesIn(folder: URL): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

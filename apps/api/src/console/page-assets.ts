import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { CONSOLE_ASSETS } from '../asset-folders.js';
import { IMMUTABLE, type StaticContent, toDigest } from './static-content.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files of the homepage. Their names contain a digest of the content, so that browsers can cache them for ever. */
@Injectable()
export class PageAssets {
  private readonly contents = new Map<string, StaticContent>();
  readonly style: string;
  readonly script: string;
  readonly mark: string;

  constructor() {
    this.style = this.load('home.css');
    this.script = this.load('home.js');
    this.mark = this.load('mark.svg');
  }

  find(name: string): StaticContent | undefined {
    return this.contents.get(name);
  }

  /** Loads a file, and returns its URL relative to the page. */
  private load(file: string): string {
    const body = readFileSync(new URL(file, CONSOLE_ASSETS));
    const digest = toDigest(body);
    const extension = extname(file);
    const name = `${file.slice(0, -extension.length)}.${digest}${extension}`;
    this.contents.set(name, {
      mediaType: MEDIA_TYPES[extension] ?? 'application/octet-stream',
      body,
      digest,
      cacheControl: IMMUTABLE,
    });
    return `assets/${name}`;
  }
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BuiltPages } from './built-pages.js';

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<p>the page</p>',
  'docs.html': '<p>the docs</p>',
  'secret.js': 'outside the assets',
  'assets/main.js': 'the script',
  'assets/main.js.br': 'the script in brotli',
  'assets/main.js.gz': 'the script in gzip',
  'assets/mark.svg': '<svg/>',
  'assets/main.css': 'a{}',
  'assets/main.css.gz': 'the style in gzip',
  'assets/notes.txt': 'of no kind that pages have',
};

describe('BuiltPages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-built-pages-'));
  let pages: BuiltPages;

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'));
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
    pages = new BuiltPages(pathToFileURL(`${folder}/`));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const getText = (name: string, acceptEncoding = ''): string | undefined =>
    pages.asset(name, acceptEncoding)?.body.toString();

  it('has a page for the console and one for the docs', () => {
    expect(pages.page('index.html')).toBe('<p>the page</p>');
    expect(pages.page('docs.html')).toBe('<p>the docs</p>');
  });

  it.each([
    ['', 'the script'],
    ['identity', 'the script'],
    ['deflate, zstd', 'the script'],
    ['gzip', 'the script in gzip'],
    ['gzip, deflate, br, zstd', 'the script in brotli'],
    ['br;q=0.1, gzip;q=1.0', 'the script in brotli'],
    ['br;q=0, gzip', 'the script in gzip'],
    ['br; q=0 , gzip;q=0', 'the script'],
    ['brotli', 'the script'],
  ])('sends the best encoding that the browser accepts: %j', (acceptEncoding, expected) => {
    expect(getText('main.js', acceptEncoding)).toBe(expected);
  });

  it('sends the plain file if there is no compressed copy', () => {
    expect(getText('mark.svg', 'br, gzip')).toBe('<svg/>');
    expect(getText('main.css', 'br')).toBe('a{}');
    expect(getText('main.css', 'br, gzip')).toBe('the style in gzip');
  });

  it('sets content-encoding and vary', () => {
    expect(pages.asset('main.js', 'br')).toMatchObject({
      mediaType: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=31536000, immutable',
      headers: { vary: 'accept-encoding', 'content-encoding': 'br' },
    });
    expect(pages.asset('main.js', '')?.headers).toEqual({ vary: 'accept-encoding' });
  });

  it('has another digest for each encoding', () => {
    const digests = ['', 'gzip', 'br'].map((encoding) => pages.asset('main.js', encoding)?.digest);
    expect(new Set(digests).size).toBe(3);
    expect(pages.asset('main.js', 'gzip')?.digest).toBe(digests[1]);
  });

  it.each([
    'none.js',
    '',
    '.',
    '..',
    '../secret.js',
    '..%2fsecret.js',
    '..\\secret.js',
    'assets/main.js',
    '/etc/passwd',
    'notes.txt',
    'main.js.gz',
    'main.js.br',
    'main.js\0.js',
    '__proto__',
    'constructor',
  ])('does not serve %j', (name) => {
    expect(pages.asset(name, 'br, gzip')).toBeUndefined();
  });

  it('has no pages before the build', () => {
    const none = new BuiltPages(pathToFileURL(`${folder}/nowhere/`));
    expect(none.page('index.html')).toBeUndefined();
    expect(none.asset('main.js', '')).toBeUndefined();
  });
});

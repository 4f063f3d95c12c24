import { gzipSync } from 'node:zlib';

export const MEGABYTE = 1_000_000;

export const json = (name, path, body) => ({
  name,
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: () => Buffer.from(typeof body === 'function' ? body() : JSON.stringify(body)),
});

/** The same, compressed: this is how little it takes to send. */
export const zipped = (request) => ({
  ...request,
  name: `${request.name}, compressed`,
  headers: { ...request.headers, 'content-encoding': 'gzip' },
  body: () => gzipSync(request.body()),
});

export const chat = (model, content) => ({ model, messages: [{ role: 'user', content }] });

/** A request whose shape has done harm before: a short run sends it, too. */
export const inEverySample = (request) => ({ ...request, isInEverySample: true });

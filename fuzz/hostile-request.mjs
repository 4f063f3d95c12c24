import { gzipSync } from 'node:zlib';

export const MEGABYTE = 1_000_000;

export const json = (name, path, body) => ({
  name,
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: () => Buffer.from(typeof body === 'function' ? body() : JSON.stringify(body)),
});

/** The same request with a compressed body, which is small to send. */
export const zipped = (request) => ({
  ...request,
  name: `${request.name}, compressed`,
  headers: { ...request.headers, 'content-encoding': 'gzip' },
  body: () => gzipSync(request.body()),
});

export const chat = (model, content) => ({ model, messages: [{ role: 'user', content }] });

/** A request of a kind that has stalled the gateway before, so that a short run also sends it. */
export const inEverySample = (request) => ({ ...request, isInEverySample: true });

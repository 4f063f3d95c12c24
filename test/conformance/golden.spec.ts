import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#canonical';
import { UPSTREAM_FORMATS, type UpstreamFormatId, WIRE_FORMATS, type WireFormatId } from '#wire';
import { GOLDEN_CASES } from './golden-cases.js';

/** Set it to write the files again; then review the diff. */
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';
const folder = new URL('./golden/', import.meta.url).pathname;

const targets = (Object.keys(UPSTREAM_FORMATS) as UpstreamFormatId[]).filter(
  (id) => id !== 'openai-completions',
);
const sources = (Object.keys(WIRE_FORMATS) as WireFormatId[]).filter((id) => id !== 'openai-completions');
const pairs = sources.flatMap((from) => targets.map((to) => [from, to] as const));
const hints = { model: 'm', isStreamed: false };

function read(path: string): JsonObject {
  return JSON.parse(readFileSync(folder + path, 'utf8')) as JsonObject;
}

function write(path: string, body: JsonObject): void {
  mkdirSync(dirname(folder + path), { recursive: true });
  writeFileSync(folder + path, `${JSON.stringify(body, null, 2)}\n`);
}

/**
 * A translated request reads as if it had been written in this format; where this is impossible, a file contains the
 * difference.
 */
function expectedFrom(name: string, from: string, to: string): JsonObject {
  const ofThisPair = `${name}/${to}.from-${from}.json`;
  return read(existsSync(folder + ofThisPair) ? ofThisPair : `${name}/${to}.json`);
}

describe.each(Object.entries(GOLDEN_CASES))('the request "%s"', (name, request) => {
  it.each(targets)('is encoded in %s as in its file', (id) => {
    const value = asJson(UPSTREAM_FORMATS[id].egress.encodeRequest(request, 'm').value);
    if (isUpdate) write(`${name}/${id}.json`, value);
    expect(value).toEqual(read(`${name}/${id}.json`));
  });

  it.each(pairs)('is translated from %s to %s', (from, to) => {
    const { value: hub } = WIRE_FORMATS[from].ingress.decodeRequest(read(`${name}/${from}.json`), hints);
    const value = asJson(UPSTREAM_FORMATS[to].egress.encodeRequest(hub, 'm').value);
    const differs = !isDeepStrictEqual(value, read(`${name}/${to}.json`));
    if (isUpdate && differs) write(`${name}/${to}.from-${from}.json`, value);
    expect(value).toEqual(expectedFrom(name, from, to));
  });
});

function asJson(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

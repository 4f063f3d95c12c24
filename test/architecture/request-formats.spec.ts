import { readFileSync, readdirSync } from 'node:fs';
import { REQUEST_FORMATS, type RequestFormatId } from '#wire';
import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { API_SCHEMAS } from '#api-schemas';
import { listRequestFormats } from '../../apps/api/src/reference/list-request-formats.js';
import { MODEL_API_ROUTES } from '../../apps/api/src/reference/model-api-routes.js';
import { REQUEST_FORMATS as CONSOLE_FORMATS } from '../../apps/web/src/api/request-formats.js';
import { makeSeeds } from '../../fuzz/seeds.mjs';
import { toCurl } from '../../apps/web/src/pages/requests/to-curl.js';

const docs = new URL('../../docs/', import.meta.url);
const pages = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(new URL(name, docs), 'utf8'))
  .join('\n');

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', components: { schemas: API_SCHEMAS } });

const formats = Object.entries(REQUEST_FORMATS) as [
  RequestFormatId,
  (typeof REQUEST_FORMATS)[RequestFormatId],
][];
/** All but realtime sessions, which curl cannot open. */
const posted = formats.filter(([, { operation }]) => operation !== 'realtime');

describe('the formats of requests', () => {
  it('are in the console; `npm run web:types` writes them', () => {
    expect(CONSOLE_FORMATS).toEqual(listRequestFormats());
  });

  it('have different labels and endpoints', () => {
    expect(new Set(formats.map(([, { label }]) => label)).size).toBe(formats.length);
    expect(new Set(formats.map(([, { path }]) => path)).size).toBe(formats.length);
  });

  it.each(formats)('are in the documentation with their endpoints: %s', (_id, { path }) => {
    expect(pages).toContain(path.replace(/^.*\{model\}/, ''));
  });

  it.each(formats)('are fuzzed: %s', (_id, { path }) => {
    const paths = makeSeeds('http://files.example').map((seed) => seed.path.replace(/\?.*/, ''));
    const templates = paths.map((sent) => sent.replace(/(?<=\/models\/)[^:]+(?=:)/, '{model}'));
    expect(templates).toContain(path);
  });

  it.each(posted)('have a curl command that the reference describes: %s', (format, { operation }) => {
    const request = { format, model: 'sandbox', parameters: {}, method: null, path: null };
    const command = toCurl(request, '') ?? '';
    const [, path] = /^curl '([^']+)'/.exec(command) ?? [];
    const route = MODEL_API_ROUTES.find(
      (one) => one.method === 'post' && one.path.replace('{model}', request.model) === path,
    );
    expect(route?.capability).toBe(operation);
    const [kind = 'json'] = route?.accepts ?? [];
    expect(readBody(command)).toMatchObject({ kind });
    const validate = ajv.getSchema(`document#/components/schemas/${route?.schemas?.accepts?.[kind]}`);
    expect(validate?.(readBody(command).body)).toBe(true);
  });
});

function readBody(command: string): { kind: 'json' | 'form'; body: unknown } {
  const [, json] = / -d '(.*)'$/s.exec(command) ?? [];
  if (json !== undefined) return { kind: 'json', body: JSON.parse(json) };
  const fields = [...command.matchAll(/-F '(\w+)=([^']*)'/g)].map(([, name, value]) => [name, value]);
  return { kind: 'form', body: Object.fromEntries(fields) };
}

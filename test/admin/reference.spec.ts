import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RouteTable } from '#http-edge';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type TestGateway, startTestGateway } from '../harness/index.js';

/** Pages for people. */
const UNDESCRIBED = new Set([
  'GET /',
  'GET /assets/:name',
  'GET /docs',
  'GET /docs/*',
  'GET /console',
  'GET /console/*',
  'GET /console/assets/:name',
]);

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string }; example?: object }> };
  'x-modelgate-capability'?: string;
  responses: Record<string, unknown>;
  security?: Record<string, unknown>[];
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

describe('the reference', () => {
  let gateway: TestGateway;
  let document: Document;
  const routes = new RouteTable();
  const served: { method: string; url: string }[] = [];

  beforeAll(async () => {
    const added = jest.spyOn(RouteTable.prototype, 'add');
    gateway = await startTestGateway();
    const calls = [...added.mock.calls];
    added.mockRestore();
    for (const [methods, url] of calls) {
      routes.add(methods, url);
      for (const method of [methods].flat()) served.push({ method, url });
    }
    document = (await (await fetch(`${gateway.origin}/openapi.json`)).json()) as Document;
  });

  afterAll(() => gateway.stop());

  it('is a valid OpenAPI document', async () => {
    expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true });
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );

  it('describes every route, and nothing that is not served', () => {
    const missing = served
      .filter(({ method, url }) => method !== 'HEAD' && url !== '*' && !UNDESCRIBED.has(`${method} ${url}`))
      .filter(({ method, url }) => {
        const only = new RouteTable();
        only.add(method, url);
        return !operations().some(
          (described) =>
            described.method === method && only.methodsFor(examplePath(described.path)).length > 0,
        );
      });
    const invented = operations().filter(
      ({ method, path }) => !routes.methodsFor(examplePath(path)).includes(method),
    );
    expect({ missing, invented }).toEqual({ missing: [], invented: [] });
  });

  it('is well-formed', () => {
    expect(document.openapi).toBe('3.1.0');
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    // They are the headings of the reference, with which screen readers distinguish its regions.
    const headings = operations().map(({ operation }) => `${operation.tags[0]}: ${operation.summary}`);
    expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
    for (const { path, operation } of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
      expect(inPath.every(({ required }) => required === true)).toBe(true);
      expect(operation.summary).not.toBe('');
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
    }
  });

  it('has no unresolved references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]*)"/g)].map(
      ([, path]) => path,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const found = reference
        ?.split('/')
        .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], document);
      expect([reference, typeof found]).toEqual([reference, 'object']);
    }
    const schemes = new Set(
      operations().flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys)),
    );
    expect(Object.keys(document.components['securitySchemes'] ?? {}).toSorted()).toEqual(
      [...schemes].toSorted(),
    );
  });

  it('has the constraints that a DTO checks for each field', () => {
    const { NewTokenInput } = document.components['schemas'] as Record<string, Record<string, unknown>>;
    const budget = { $ref: '#/components/schemas/BudgetInput' };
    expect(NewTokenInput).toMatchObject({
      required: ['name'],
      properties: {
        name: { type: 'string' },
        rpm: { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000_000 },
        models: { type: ['array', 'null'], items: { type: 'string' } },
        budget: {
          anyOf: [
            { oneOf: [budget, { type: 'array', items: budget, minItems: 1, maxItems: 8 }] },
            { type: 'null' },
          ],
        },
      },
    });
  });

  it('has examples that follow its schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components });
    const bodies = operations().flatMap(({ operation }) =>
      Object.values(operation.requestBody?.content ?? {}),
    );
    const examples = bodies.filter(({ example }) => example !== undefined);
    expect(examples.length).toBeGreaterThan(20);
    for (const { schema, example } of examples) {
      const validate = ajv.getSchema(`document${schema.$ref ?? ''}`);
      expect([example, validate?.(example) ?? schema.$ref === undefined]).toEqual([example, true]);
    }
  });

  it('describes every request to a model, and its response', () => {
    const bare = operations()
      .filter(({ operation }) => operation['x-modelgate-capability'] !== undefined)
      .flatMap(({ path, operation }) => {
        const takes = Object.values(operation.requestBody?.content ?? {});
        return takes.length > 0 && takes.every(({ schema }) => schema.$ref !== undefined) ? [] : [path];
      });
    expect(bare).toEqual(['/v1/realtime/sessions']);
  });

  it('is a page for people, with the guide, under the policy of the console', async () => {
    for (const [path, base] of [
      ['/docs', 'console/'],
      ['/docs/guide/limits', '../../console/'],
    ] as const) {
      const response = await fetch(gateway.origin + path);
      const page = await response.text();
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'/,
      );
      expect(page).toContain(`<base href="${base}"`);
      const targets = [...page.matchAll(/(?:href|src)="(\.\/[^"]*)"/g)].map(([, target]) => target ?? '');
      expect(targets.length).toBeGreaterThan(1);
      for (const target of targets) {
        const address = new URL(target, new URL(base, gateway.origin + path));
        expect([target, (await fetch(address)).status]).toEqual([target, 200]);
      }
    }
  });

  it('is compressed for clients that accept it', async () => {
    const whole = await fetch(`${gateway.origin}/openapi.json`, {
      headers: { 'accept-encoding': 'identity' },
    });
    const plain = Buffer.from(await whole.arrayBuffer());
    expect(whole.headers.get('content-encoding')).toBeNull();
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const sent = await sendRaw(`${gateway.origin}/openapi.json`, encoding);
      expect(sent.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(decompress(sent.body).equals(plain)).toBe(true);
      expect(sent.body.length).toBeLessThan(plain.length / 5);
    }
  });

  it('is sent again only if it has changed', async () => {
    const first = await fetch(`${gateway.origin}/openapi.json`);
    await first.arrayBuffer();
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await fetch(`${gateway.origin}/openapi.json`, { headers })).status).toBe(304);
  });
});

/** A path that matches the route. */
function examplePath(path: string): string {
  return path.replaceAll(/\{\w+\}/g, 'x');
}

/** The response as it is on the wire. */
async function sendRaw(
  address: string,
  encoding: string,
): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

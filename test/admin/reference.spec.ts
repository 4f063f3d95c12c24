import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RouteTable } from '#http-edge';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type TestGateway, startTestGateway } from '../harness/index.js';

/** Pages, which are for people. */
const UNDESCRIBED = new Set([
  'GET /',
  'GET /assets/:name',
  'GET /docs',
  'GET /console',
  'GET /console/*',
  'GET /console/assets/:name',
]);

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required?: boolean }[];
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

  it('is a document as the standard has it', async () => {
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
    for (const { path, operation } of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
      expect(inPath.every(({ required }) => required === true)).toBe(true);
      expect(operation.summary).not.toBe('');
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
    }
  });

  it('refers to nothing that it does not have', () => {
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

  it('says of each field what a DTO checks', () => {
    const { NewTokenInput } = document.components['schemas'] as Record<string, Record<string, unknown>>;
    expect(NewTokenInput).toMatchObject({
      required: ['name'],
      properties: {
        name: { type: 'string' },
        rpm: { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000_000 },
        models: { type: ['array', 'null'], items: { type: 'string' } },
        budget: { anyOf: [{ $ref: '#/components/schemas/BudgetInput' }, { type: 'null' }] },
      },
    });
  });

  it('can be read without any other host, script or inline style', async () => {
    const response = await fetch(`${gateway.origin}/docs`);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(page).not.toMatch(/<script|<style|style=|\son\w+="/);
    const targets = [...page.matchAll(/(?:href|src)="([^"#][^"]*)"/g)].map(([, target]) => target ?? '');
    for (const target of new Set(targets)) {
      expect([target, (await fetch(new URL(target, `${gateway.origin}/docs`))).status]).toEqual([
        target,
        200,
      ]);
      expect(target).not.toMatch(/^(?:[a-z]+:)?\/\//i);
    }
    for (const { path, operation } of operations()) {
      expect(page).toContain(`<code>${path}</code>`);
      expect(page).toContain(operation.summary);
    }
  });

  it('is sent again only when it has changed', async () => {
    const first = await fetch(`${gateway.origin}/openapi.json`);
    await first.arrayBuffer();
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await fetch(`${gateway.origin}/openapi.json`, { headers })).status).toBe(304);
  });
});

/** A path that somebody could ask for. */
function examplePath(path: string): string {
  return path.replaceAll(/\{\w+\}/g, 'x');
}

/** Valid requests to the admin API, generated from its OpenAPI description, with the cookie of a signed-in admin. */
import { ADMIN } from './gateway.mjs';

/** Routes that would sign the admin out, or change the responses to later requests. */
const EXCLUDED = [
  /^(PATCH|PUT|DELETE) \/api\/settings/,
  /\/api\/sessions?(\/|$)/,
  /^(PUT|DELETE) \/api\/models/,
  // Hashing a password costs more CPU time than all other requests together.
  /^POST \/api\/users/,
];
const ID = '00000000-0000-4000-8000-000000000000';
const MAX_DEPTH = 6;

export async function makeAdminSeeds(origin) {
  const headers = await adminHeaders(origin);
  const { paths, components } = await (await fetch(`${origin}/openapi.json`)).json();
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations)
        .map(([method, operation]) => ({ method: method.toUpperCase(), operation }))
        .filter(({ method }) => !EXCLUDED.some((pattern) => pattern.test(`${method} ${path}`)))
        .map(({ method, operation }) => ({
          name: `${method} ${path}`,
          method,
          path: `${path.replaceAll(/\{\w+\}/g, ID)}${query(operation, components)}`,
          headers,
          body: exampleBody(operation, components),
        })),
    );
}

/** The headers of a request by a signed-in admin. */
export async function adminHeaders(origin) {
  return { origin, cookie: await signIn(origin), authorization: undefined };
}

async function signIn(origin) {
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(ADMIN),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`signing in failed: ${response.status} ${await response.text()}`);
  return cookie;
}

function query({ parameters = [] }, components) {
  const pairs = parameters
    .filter(({ in: place }) => place === 'query')
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(example(schema ?? {}, components, 0)))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function exampleBody({ requestBody }, components) {
  const schema = requestBody?.content?.['application/json']?.schema;
  return schema === undefined ? undefined : example(schema, components, 0);
}

function example(schema, components, depth) {
  if (depth > MAX_DEPTH) return null;
  if (schema.$ref !== undefined)
    return example(components.schemas[schema.$ref.split('/').at(-1)], components, depth + 1);
  if (schema.example !== undefined) return schema.example;
  if (schema.enum !== undefined) return schema.enum[0];
  const alternatives = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (alternatives !== undefined) return example(alternatives[0], components, depth + 1);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          example(property, components, depth + 1),
        ]),
      );
    case 'array':
      return [example(schema.items ?? {}, components, depth + 1)];
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : 'example';
  }
}

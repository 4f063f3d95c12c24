import { type OpenAPIObject } from '@nestjs/swagger';
import {
  ANTHROPIC_LIMIT_HEADERS,
  LIMIT_HEADERS,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
} from './described-headers.js';
import { MODEL_API_ROUTES } from './model-api-routes.js';
import { type BodyKind, type ModelApiRoute } from './routes/route.js';

const MEDIA_TYPES: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  form: 'multipart/form-data',
  events: 'text/event-stream',
  audio: 'audio/*',
  video: 'video/mp4',
  file: '*/*',
  text: 'text/plain',
};

const ERROR_STATUSES = ['400', '401', '403', '404', '413', '429', '5XX'];

const IDEMPOTENCY_HEADER = 'idempotency-key';

/** Builds the OpenAPI paths of the model API. */
export function describeModelApi(): OpenAPIObject['paths'] {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of MODEL_API_ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeRoute(route) };
  }
  return paths;
}

function describeRoute(route: ModelApiRoute): object {
  const { tag, summary, description, path, method, errors, isPublic, capability } = route;
  return {
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    operationId: `${method} ${path}`,
    parameters: [...parseParameters(path), ...describeQuery(route), ...referToHeaders(route)],
    ...describeBody(route),
    responses: {
      ...describeSuccess(route),
      ...(isPublic === true ? {} : referToErrors(errors)),
    },
    security: isPublic === true ? [] : [{ apiToken: [] }],
    ...(capability === undefined ? {} : { 'x-modelgate-capability': capability }),
  };
}

function describeBody({ accepts, schemas, example }: ModelApiRoute): object {
  if (accepts === undefined) return {};
  const content = toContent(accepts, schemas?.accepts);
  const [first] = Object.values(content);
  if (first !== undefined && example !== undefined) Object.assign(first, { example });
  return { requestBody: { required: true, content } };
}

function describeSuccess(route: ModelApiRoute): Record<string, object> {
  const { returns, schemas, isSocket } = route;
  if (isSocket !== true) {
    const headers = referToResponseHeaders(route);
    return { 200: { description: 'Done.', ...headers, content: toContent(returns, schemas?.returns) } };
  }
  return {
    101: { description: 'The session begins.' },
    426: { description: 'The request is not a WebSocket handshake.' },
  };
}

function parseParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function describeQuery({ query = [] }: ModelApiRoute): object[] {
  return query.map(({ name, description, schema, isRequired = false }) => ({
    name,
    in: 'query',
    required: isRequired,
    description,
    schema,
  }));
}

/** Requests that call a model have all headers; other requests that change something only an idempotency key. */
function referToHeaders({ method, capability, isPublic }: ModelApiRoute): object[] {
  if (method !== 'post' || isPublic === true || capability === 'realtime') return [];
  const names = capability === undefined ? [IDEMPOTENCY_HEADER] : Object.keys(REQUEST_HEADERS);
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function referToResponseHeaders({ capability, errors, isPublic }: ModelApiRoute): object {
  if (isPublic === true) return {};
  const limits = errors === 'anthropic' ? ANTHROPIC_LIMIT_HEADERS : LIMIT_HEADERS;
  const names = capability === undefined ? ['x-request-id'] : Object.keys({ ...RESPONSE_HEADERS, ...limits });
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

function toContent(
  kinds: readonly BodyKind[],
  schemas: Partial<Record<BodyKind, string>> = {},
): Record<string, object> {
  return Object.fromEntries(
    kinds.map((kind) => [MEDIA_TYPES[kind], { schema: toSchema(kind, schemas[kind]) }]),
  );
}

function toSchema(kind: BodyKind, name: string | undefined): object {
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return { type: kind === 'json' || kind === 'form' ? 'object' : 'string' };
}

function referToErrors(shape: ModelApiRoute['errors']): Record<string, object> {
  const reference = { $ref: `#/components/responses/${shape}-error` };
  return Object.fromEntries(ERROR_STATUSES.map((status) => [status, reference]));
}

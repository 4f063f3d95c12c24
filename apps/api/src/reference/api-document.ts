import { type OpenAPIObject } from '@nestjs/swagger';
import { programVersion } from '#telemetry';
import { type BodyKind, type ErrorShape, MODEL_API_ROUTES, type ModelApiRoute } from './model-api-routes.js';

const SECURITY_SCHEMES = {
  apiToken: { type: 'http', scheme: 'bearer', description: 'An API token (sk-mg-…), for the model API.' },
  adminToken: { type: 'http', scheme: 'bearer', description: 'An admin token (mgat_…), for the admin API.' },
  session: { type: 'apiKey', in: 'cookie', name: 'mg_session', description: 'A session, for the admin API.' },
} as const;

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

const text = { type: 'string' } as const;

/** How errors are said to each kind of client. */
const ERROR_SCHEMAS: Readonly<Record<ErrorShape, object>> = {
  openai: toObject({ error: openAiError() }),
  cohere: toObject({ message: text, error: openAiError() }),
  anthropic: toObject({
    type: { type: 'string', enum: ['error'] },
    error: toObject({ type: text, message: text }),
    request_id: text,
  }),
  google: toObject({
    error: toObject({ code: { type: 'integer' }, message: text, status: text }),
  }),
};

/** One description of everything that is served here. */
export function composeDocument(adminApi: OpenAPIObject, publicUrl: string): OpenAPIObject {
  const admin = Object.entries(adminApi.paths).map(([path, item]) => [path, withErrors(item)] as const);
  return {
    openapi: adminApi.openapi,
    info: {
      title: 'Modelgate',
      version: programVersion(),
      description: 'One address for every model, and the admin API behind it.',
    },
    servers: [{ url: publicUrl }],
    paths: { ...describeModelApi(), ...Object.fromEntries(admin) },
    components: {
      schemas: adminApi.components?.schemas,
      responses: errorResponses(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Every route of the admin API can fail, and always says so in one way. */
function withErrors(item: OpenAPIObject['paths'][string]): OpenAPIObject['paths'][string] {
  const operations = Object.entries(item as Record<string, { responses: object }>).map(
    ([method, operation]) => {
      const responses = { ...operation.responses, default: { $ref: '#/components/responses/openai-error' } };
      return [method, { ...operation, responses }];
    },
  );
  return Object.fromEntries(operations) as OpenAPIObject['paths'][string];
}

function errorResponses() {
  return Object.fromEntries(
    Object.entries(ERROR_SCHEMAS).map(([shape, schema]) => [
      `${shape}-error`,
      { description: 'What went wrong.', content: { 'application/json': { schema } } },
    ]),
  );
}

function openAiError(): object {
  return toObject({
    message: text,
    type: text,
    param: { type: ['string', 'null'], description: 'The field at fault.' },
    code: text,
  });
}

function toObject(properties: Record<string, object>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** The model API: its shapes are those of the vendors' own clients, so only what goes where is said. */
function describeModelApi(): OpenAPIObject['paths'] {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of MODEL_API_ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method]: describe(route) };
  }
  return paths;
}

function describe(route: ModelApiRoute): object {
  const { tag, summary, path, method, takes, errors, isPublic } = route;
  return {
    tags: [tag],
    summary,
    operationId: `${method} ${path}`,
    parameters: parseParameters(path),
    ...(takes === undefined ? {} : { requestBody: { required: true, content: toContent(takes) } }),
    responses: {
      ...success(route),
      ...(isPublic === true ? {} : errorReferences(errors)),
    },
    security: isPublic === true ? [] : [{ apiToken: [] }],
  };
}

function success({ gives, isSocket }: ModelApiRoute): Record<string, object> {
  if (isSocket !== true) return { 200: { description: 'Done.', content: toContent(gives) } };
  return {
    101: { description: 'The conversation begins.' },
    426: { description: 'The request does not ask for a WebSocket.' },
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

function toContent(kinds: readonly BodyKind[]): Record<string, object> {
  return Object.fromEntries(
    kinds.map((kind) => {
      const isObject = kind === 'json' || kind === 'form';
      return [MEDIA_TYPES[kind], { schema: { type: isObject ? 'object' : 'string' } }];
    }),
  );
}

function errorReferences(shape: ModelApiRoute['errors']): Record<string, object> {
  const reference = { $ref: `#/components/responses/${shape}-error` };
  return Object.fromEntries(ERROR_STATUSES.map((status) => [status, reference]));
}

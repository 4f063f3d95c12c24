import { type OpenAPIObject } from '@nestjs/swagger';
import { type BodyKind, MODEL_API_ROUTES, type ModelApiRoute } from './model-api-routes.js';

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

/** The model API: its shapes are those of the vendors' own clients, so only what goes where is said. */
export function describeModelApi(): OpenAPIObject['paths'] {
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
      ...(isPublic === true ? {} : errorResponses(errors)),
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

function errorResponses(shape: ModelApiRoute['errors']): Record<string, object> {
  const reference = { $ref: `#/components/responses/${shape}-error` };
  return Object.fromEntries(ERROR_STATUSES.map((status) => [status, reference]));
}

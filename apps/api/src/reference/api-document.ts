import { programVersion } from '#telemetry';
import { type OpenAPIObject } from '@nestjs/swagger';
import { describeModelApi } from './model-api.js';
import { type ErrorShape } from './model-api-routes.js';

const SECURITY_SCHEMES = {
  apiToken: { type: 'http', scheme: 'bearer', description: 'An API token (sk-mg-…), for the model API.' },
  adminToken: { type: 'http', scheme: 'bearer', description: 'An admin token (mgat_…), for the admin API.' },
  session: { type: 'apiKey', in: 'cookie', name: 'mg_session', description: 'A session, for the admin API.' },
} as const;

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

import { OUTCOMES } from '#canonical';
import { SANDBOX_DIRECTIVES } from '#sandbox';
import { programVersion } from '#telemetry';
import { type OpenAPIObject } from '@nestjs/swagger';
import { API_SCHEMAS } from '#api-schemas';
import {
  ANTHROPIC_LIMIT_HEADERS,
  LIMIT_HEADERS,
  REFUSAL_HEADERS,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
} from './described-headers.js';
import { describeModelApi } from './describe-model-api.js';
import { describeErrors } from './describe-errors.js';
import { listRequestFormats } from './list-request-formats.js';
import { type ErrorFormat } from './routes/route.js';

const SECURITY_SCHEMES = {
  apiToken: { type: 'http', scheme: 'bearer', description: 'An API token (sk-mg-…), for the model API.' },
  adminToken: { type: 'http', scheme: 'bearer', description: 'An admin token (mgat_…), for the admin API.' },
  session: { type: 'apiKey', in: 'cookie', name: 'mg_session', description: 'A session, for the admin API.' },
} as const;

const text = { type: 'string' } as const;

/** The schema of errors in each format. */
const ERROR_SCHEMAS: Readonly<Record<ErrorFormat, object>> = {
  openai: toObject({ error: buildOpenAiErrorSchema() }),
  cohere: toObject({ message: text, error: buildOpenAiErrorSchema() }),
  anthropic: toObject({
    type: { type: 'string', enum: ['error'] },
    error: toObject({ type: text, message: text }),
    request_id: text,
  }),
  google: toObject({
    error: toObject({ code: { type: 'integer' }, message: text, status: text }),
  }),
};

/** Builds the OpenAPI document of the model API and the admin API. */
export function composeDocument(adminApi: OpenAPIObject, publicUrl: string): OpenAPIObject {
  const admin = Object.entries(adminApi.paths).map(([path, item]) => [path, addErrorResponse(item)] as const);
  const document = {
    openapi: adminApi.openapi,
    info: {
      title: 'Modelgate',
      version: programVersion(),
      description: 'The model API and the admin API of this gateway.',
    },
    servers: [{ url: publicUrl }],
    paths: { ...describeModelApi(), ...Object.fromEntries(admin) },
    components: {
      schemas: { ...API_SCHEMAS, ...adminApi.components?.schemas },
      responses: buildErrorResponses(),
      parameters: REQUEST_HEADERS,
      headers: { ...RESPONSE_HEADERS, ...LIMIT_HEADERS, ...ANTHROPIC_LIMIT_HEADERS, ...REFUSAL_HEADERS },
      securitySchemes: SECURITY_SCHEMES,
    },
    'x-modelgate-errors': describeErrors(),
    'x-modelgate-outcomes': listOutcomes(),
    'x-modelgate-request-formats': listRequestFormats(),
    'x-modelgate-directives': SANDBOX_DIRECTIVES,
  };
  return document as unknown as OpenAPIObject;
}

/** The outcomes of requests, with their labels in the console. */
function listOutcomes(): object[] {
  return Object.entries(OUTCOMES).map(([outcome, { label, group }]) => ({ outcome, label, group }));
}

/** Adds the error response, which is the same for all routes of the admin API. */
function addErrorResponse(item: OpenAPIObject['paths'][string]): OpenAPIObject['paths'][string] {
  const operations = Object.entries(item as Record<string, { responses: object }>).map(
    ([method, operation]) => {
      const responses = { ...operation.responses, default: { $ref: '#/components/responses/openai-error' } };
      return [method, { ...operation, responses }];
    },
  );
  return Object.fromEntries(operations) as OpenAPIObject['paths'][string];
}

function buildErrorResponses() {
  return Object.fromEntries(
    Object.entries(ERROR_SCHEMAS).map(([shape, schema]) => [
      `${shape}-error`,
      { description: 'A description of the error.', content: { 'application/json': { schema } } },
    ]),
  );
}

function buildOpenAiErrorSchema(): object {
  return toObject({
    message: text,
    type: text,
    param: { type: ['string', 'null'], description: 'The invalid parameter.' },
    code: text,
  });
}

function toObject(properties: Record<string, object>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

import { DEFAULT_DIMENSIONS, getVector } from '../made-up/vectors.js';
import { type Cloud, type CloudOutcome, type CloudRequest, type Json } from './cloud-front.js';

const PUBLISHED =
  /^\/(v1|v1beta1)\/projects\/([^/]+)\/locations\/([^/]+)\/publishers\/(google|anthropic)\/models\/([^/:]+):(\w+)(\?.*)?$/;
const EXPRESS = /^\/v1\/publishers\/(google)\/models\/([^/:]+):(\w+)(\?.*)?$/;
const OPEN = /^\/v1\/projects\/[^/]+\/locations\/[^/]+\/endpoints\/openapi\/chat\/completions$/;
const MESSAGES_VERSION = 'vertex-2023-10-16';

export interface VertexOptions {
  /** Whether a request is authenticated. */
  isAuthenticated: (request: CloudRequest) => boolean;
  /** The key for the services behind it. */
  apiKey: string;
}

/** Google's cloud, based on what its own libraries send (google-vertex of the AI SDK, vertex-sdk of Anthropic). */
export function vertex({ isAuthenticated, apiKey }: VertexOptions): Cloud {
  return (request) => {
    if (!isAuthenticated(request))
      return refuse(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    const { path, body } = request;
    if (OPEN.test(path)) return { kind: 'pass', path: '/v1/chat/completions', headers: bearer(apiKey), body };
    const express = EXPRESS.exec(path);
    if (express !== null) return askGoogle(request, express.slice(2), apiKey);
    const [, , , , publisher, ...called] = PUBLISHED.exec(path) ?? [];
    if (publisher === 'google') return askGoogle(request, called, apiKey);
    if (publisher === 'anthropic') return askAnthropic(request, called, apiKey);
    return refuse(404, 'NOT_FOUND', 'The requested URL was not found on this server.');
  };
}

function askGoogle(
  { body }: CloudRequest,
  [model = '', verb = '', query = '']: readonly (string | undefined)[],
  apiKey: string,
): CloudOutcome {
  if (verb === 'predict') return embed(body);
  const { contents } = body;
  const hasRoles = Array.isArray(contents) && contents.every((content: Json) => 'role' in content);
  if (!hasRoles) return refuse(400, 'INVALID_ARGUMENT', 'Please use a valid role: user, model.');
  const isCount = verb === 'countTokens';
  if (isCount && 'generateContentRequest' in body) {
    return refuse(400, 'INVALID_ARGUMENT', 'Unknown name "generateContentRequest": Cannot find field.');
  }
  const path = `/v1beta/models/${model}:${verb}${query}`;
  return { kind: 'pass', path, headers: { 'x-goog-api-key': apiKey }, body };
}

function askAnthropic(
  { body, headers }: CloudRequest,
  [model = '', verb = '']: readonly (string | undefined)[],
  apiKey: string,
): CloudOutcome {
  const { anthropic_version: version, ...rest } = body;
  if (version !== MESSAGES_VERSION)
    return refuse(400, 'INVALID_ARGUMENT', 'anthropic_version: Field required');
  const isCount = decodeURIComponent(model) === 'count-tokens';
  if (!isCount && 'model' in rest) {
    return refuse(400, 'INVALID_ARGUMENT', 'model: Extra inputs are not permitted');
  }
  if (!isCount && (verb === 'streamRawPredict') !== (rest['stream'] === true)) {
    return refuse(400, 'INVALID_ARGUMENT', 'stream: has to be as the method says');
  }
  const beta = headers['anthropic-beta'];
  return {
    kind: 'pass',
    path: isCount ? '/v1/messages/count_tokens' : '/v1/messages',
    headers: {
      'x-api-key': apiKey,
      'anthropic-version': '2023-06-01',
      ...(typeof beta === 'string' ? { 'anthropic-beta': beta } : {}),
    },
    body: isCount ? rest : { model: decodeURIComponent(model), ...rest },
  };
}

function embed(body: Json): CloudOutcome {
  const { instances, parameters } = body as { instances?: Json[]; parameters?: Json };
  if (!Array.isArray(instances) || instances.some(({ content }) => typeof content !== 'string')) {
    return refuse(400, 'INVALID_ARGUMENT', 'instances: content is required');
  }
  const dimensions = Number(parameters?.['outputDimensionality'] ?? DEFAULT_DIMENSIONS);
  const predictions = instances.map(({ content }) => ({
    embeddings: {
      values: [...getVector(String(content), dimensions)],
      statistics: { token_count: String(content).split(' ').length, truncated: false },
    },
  }));
  return { kind: 'answer', status: 200, body: { predictions } };
}

function refuse(status: number, code: string, message: string): CloudOutcome {
  return { kind: 'answer', status, body: { error: { code: status, message, status: code } } };
}

function bearer(apiKey: string): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

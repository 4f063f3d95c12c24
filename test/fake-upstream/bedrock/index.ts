import { type Cloud, type CloudOutcome, type CloudRequest } from '../clouds/cloud-front.js';
import { convertToConverse } from './converse-answers.js';
import { checkConverse } from './converse-checks.js';
import { Invalid, refuse } from './errors.js';
import { invoke } from './invoke.js';
import { toMessagesRequest } from './to-messages.js';

const MODEL_PATH = /^\/model\/([^/]+)\/(converse|converse-stream|invoke|invoke-with-response-stream)$/;
const ANTHROPIC_VERSION = '2023-06-01';

export interface BedrockOptions {
  /** Whether a request is authenticated, by its key or by its signature. */
  isAuthenticated: (request: CloudRequest) => boolean;
  /** The key for the services behind it. */
  apiKey: string;
}

/** Amazon Bedrock, based on its service model and on what the libraries of AWS, Anthropic and Vercel send. */
export function bedrock({ isAuthenticated, apiKey }: BedrockOptions): Cloud {
  return (request) => {
    if (request.method !== 'POST') return refuse('ResourceNotFoundException', 'Unknown operation.');
    if (!isAuthenticated(request))
      return refuse('AccessDeniedException', 'The security token included in the request is invalid.');
    try {
      return serve(request, apiKey);
    } catch (error) {
      if (error instanceof Invalid) return refuse('ValidationException', error.message);
      throw error;
    }
  };
}

function serve(request: CloudRequest, apiKey: string): CloudOutcome {
  const { path, headers, body } = request;
  if (path === '/v1/chat/completions') {
    return { kind: 'pass', path, headers: { authorization: `Bearer ${apiKey}` }, body };
  }
  if (path === '/anthropic/v1/messages') {
    if ('x-api-key' in headers) throw new Invalid('The key travels as Authorization: Bearer.');
    const version = String(headers['anthropic-version'] ?? ANTHROPIC_VERSION);
    const own = { 'x-api-key': apiKey, 'anthropic-version': version };
    return { kind: 'pass', path: '/v1/messages', headers: own, body };
  }
  const [, id = '', operation = ''] = MODEL_PATH.exec(path) ?? [];
  if (operation === '') return refuse('ResourceNotFoundException', 'Unknown operation.');
  const model = decodeURIComponent(id);
  if (operation.startsWith('invoke')) {
    return invoke(model, request, { isStreamed: operation !== 'invoke', apiKey });
  }
  return converse(model, request, { isStreamed: operation !== 'converse', apiKey });
}

function converse(
  model: string,
  { body }: CloudRequest,
  { isStreamed, apiKey }: { isStreamed: boolean; apiKey: string },
): CloudOutcome {
  checkConverse(model, body);
  return {
    kind: 'pass',
    path: '/v1/messages',
    headers: { 'x-api-key': apiKey, 'anthropic-version': ANTHROPIC_VERSION },
    body: toMessagesRequest(model, body, isStreamed),
    retold: convertToConverse(),
  };
}

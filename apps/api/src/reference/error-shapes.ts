import { type ErrorShape } from './model-api-routes.js';

const text = { type: 'string' } as const;

/** How errors are said to each kind of client. */
export const ERROR_SCHEMAS: Readonly<Record<ErrorShape, object>> = {
  openai: objectOf({ error: openAiError() }),
  cohere: objectOf({ message: text, error: openAiError() }),
  anthropic: objectOf({
    type: { type: 'string', enum: ['error'] },
    error: objectOf({ type: text, message: text }),
    request_id: text,
  }),
  google: objectOf({
    error: objectOf({ code: { type: 'integer' }, message: text, status: text }),
  }),
};

function openAiError(): object {
  return objectOf({
    message: text,
    type: text,
    param: { type: ['string', 'null'], description: 'The field at fault.' },
    code: text,
  });
}

function objectOf(properties: Record<string, object>): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

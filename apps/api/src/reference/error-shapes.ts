import { type ErrorShape } from './model-api-routes.js';

const text = { type: 'string' } as const;

/** How errors are said to each kind of client. */
export const ERROR_SCHEMAS: Readonly<Record<ErrorShape, object>> = {
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

import { type Form, GatewayError } from '#canonical';

export function getForm(body: Buffer | Form): Form {
  if (!Buffer.isBuffer(body)) return body;
  throw new GatewayError(
    'unsupported-media-type',
    'The request body must be a form (content-type: multipart/form-data).',
  );
}

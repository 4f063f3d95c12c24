import { type Form, GatewayError } from '#canonical';
import { JsonRequest } from '#wire';

export async function getJsonRequest(body: Buffer | Form): Promise<JsonRequest> {
  if (Buffer.isBuffer(body)) return JsonRequest.read(body);
  throw new GatewayError(
    'unsupported-media-type',
    'The request body must be JSON (content-type: application/json).',
  );
}

import { isObject, type Fields } from '../fields.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';

/** The fields of a body; throws if it is no JSON object. */
export function getJsonBody(request: ReceivedRequest): Fields {
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    const message = `Unsupported content type: '${contentType}'. Use 'application/json'.`;
    throw new Refused(message, { status: 415 });
  }
  const body = parse(request);
  if (!isObject(body)) throw new Refused('The body of the request must be a JSON object.');
  return body;
}

function parse(request: ReceivedRequest): unknown {
  try {
    return request.json();
  } catch {
    throw new Refused('We could not parse the JSON body of your request.');
  }
}

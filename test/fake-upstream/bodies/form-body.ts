import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { ReceivedForm } from './received-form.js';

/** The form in a body; throws if it is none. */
export function getFormBody(request: ReceivedRequest): ReceivedForm {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    const message = `Unsupported content type: '${contentType}'. Use 'multipart/form-data'.`;
    throw new Refused(message, { status: 415 });
  }
  if (!request.body.form) throw new Refused('We could not parse the multipart body of your request.');
  return request.body.form;
}

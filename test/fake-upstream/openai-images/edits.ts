import { getFormBody } from '../bodies/form-body.js';
import { getJsonBody } from '../bodies/json-body.js';
import type { Fields } from '../fields.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import type { ReceivedRequest } from '../received-request.js';
import { answerWithImages, type Sources } from './answer.js';
import { checkFormSources, getFormFields, formSources } from './edit-forms.js';
import { checkLinkedSources, linkedSources } from './edit-links.js';
import { checkFields } from './field-checks.js';

const KNOWN_FIELDS = (
  'prompt model n size quality response_format stream partial_images background output_format ' +
  'output_compression moderation input_fidelity user safety_identifier complexity frame_count frame_duration_ms'
).split(' ');

export const openaiImageEdits = openaiEndpoint({
  route: '/v1/images/edits',
  checkBody(request) {
    if (isJson(request)) {
      const fields = getJsonBody(request);
      checkLinkedSources(fields, checkFields(fields, [...KNOWN_FIELDS, 'images', 'mask']));
    } else {
      const form = getFormBody(request);
      checkFormSources(form, checkFields(getFormFields(form), KNOWN_FIELDS));
    }
  },
  answer(request, account) {
    return answerWithImages({ kind: 'image_edit', ...toJob(request) }, request, account);
  },
});

/** Both encodings exist; the SDKs send forms. */
function isJson({ headers }: ReceivedRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

function toJob(request: ReceivedRequest): { fields: Fields; from: Sources } {
  if (!isJson(request)) return { fields: getFormFields(request.form()), from: formSources(request.form()) };
  const fields = getJsonBody(request);
  return { fields, from: linkedSources(fields) };
}

import { getJsonBody } from '../bodies/json-body.js';
import { asFields } from '../fields.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import { answerWithImages } from './answer.js';
import { checkFields } from './field-checks.js';

const KNOWN_FIELDS = (
  'prompt model n size quality response_format stream partial_images background output_format ' +
  'output_compression moderation style user safety_identifier complexity frame_count frame_duration_ms svg'
).split(' ');

export const openaiImageGenerations = openaiEndpoint({
  route: '/v1/images/generations',
  checkBody(request) {
    checkFields(getJsonBody(request), KNOWN_FIELDS);
  },
  answer(request, account) {
    const fields = asFields(request.json());
    return answerWithImages({ kind: 'image_generation', fields, from: { sources: [] } }, request, account);
  },
});

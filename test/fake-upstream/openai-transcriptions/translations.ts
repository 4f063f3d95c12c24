import { getFormBody } from '../bodies/form-body.js';
import { toDurationSeconds, getTranslation } from '../made-up/transcripts.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import { checkTranslationFields } from './field-checks.js';
import { checkFile } from './file-checks.js';
import { getFormFields } from './form-fields.js';
import { formatted } from './formats.js';
import { buildUsage } from './transcribed.js';

export const openaiTranslations = openaiEndpoint({
  route: '/v1/audio/translations',
  checkBody(request) {
    const form = getFormBody(request);
    checkTranslationFields(getFormFields(form));
    checkFile(form);
  },
  answer(request) {
    const form = request.form();
    const fields = getFormFields(form);
    const { sha256 = '', filename = '', sizeBytes = 0 } = form.files[0] ?? {};
    const said = {
      text: getTranslation({ sha256, filename }),
      durationSeconds: toDurationSeconds(sizeBytes),
    };
    const usage = buildUsage(fields, said);
    return formatted({ task: 'translate', language: 'english', ...said, usage }, fields);
  },
});

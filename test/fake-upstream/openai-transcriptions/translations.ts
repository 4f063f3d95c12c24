import { formBodyOf } from '../bodies/form-body.js';
import { durationSecondsOf, translationOf } from '../made-up/transcripts.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import { checkTranslationFields } from './field-checks.js';
import { checkFile } from './file-checks.js';
import { fieldsOfForm } from './form-fields.js';
import { formatted } from './formats.js';
import { usageOf } from './heard.js';

export const openaiTranslations = openaiEndpoint({
  route: '/v1/audio/translations',
  checkBody(request) {
    const form = formBodyOf(request);
    checkTranslationFields(fieldsOfForm(form));
    checkFile(form);
  },
  answer(request) {
    const form = request.form();
    const fields = fieldsOfForm(form);
    const { sha256 = '', filename = '', sizeBytes = 0 } = form.files[0] ?? {};
    const said = {
      text: translationOf({ sha256, filename }),
      durationSeconds: durationSecondsOf(sizeBytes),
    };
    const usage = usageOf(fields, said);
    return formatted({ task: 'translate', language: 'english', ...said, usage }, fields);
  },
});

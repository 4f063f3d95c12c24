import { formBodyOf } from '../bodies/form-body.js';
import { asText } from '../fields.js';
import { dataFraming } from '../framing.js';
import { durationSecondsOf, transcriptOf } from '../made-up/transcripts.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import { eventAnswer } from '../openai/event-answer.js';
import { capabilitiesOf } from './capabilities.js';
import { eventsOf } from './events.js';
import { checkTranscriptionFields } from './field-checks.js';
import { checkFile } from './file-checks.js';
import { fieldsOfForm } from './form-fields.js';
import { formatted } from './formats.js';
import { usageOf, type Heard } from './heard.js';

const FRAMING = dataFraming('\n', '');
const FORMATS_TO_STREAM = ['json', 'text', 'diarized_json'];

export const openaiTranscriptions = openaiEndpoint({
  route: '/v1/audio/transcriptions',
  checkBody(request) {
    const form = formBodyOf(request);
    checkTranscriptionFields(fieldsOfForm(form));
    checkFile(form);
  },
  answer(request) {
    const form = request.form();
    const fields = fieldsOfForm(form);
    const { sha256 = '', filename = '', sizeBytes = 0 } = form.files[0] ?? {};
    const said = {
      text: transcriptOf({ sha256, filename }),
      durationSeconds: durationSecondsOf(sizeBytes),
    };
    const heard: Heard = {
      task: 'transcribe',
      language: typeof fields.language === 'string' ? fields.language : 'norwegian',
      ...said,
      usage: usageOf(fields, said),
    };
    const { streams } = capabilitiesOf(String(fields.model));
    const isStreamable = streams && FORMATS_TO_STREAM.includes(asText(fields.response_format ?? 'json'));
    if (fields.stream === true && isStreamable) return eventAnswer(FRAMING, eventsOf(heard, fields));
    return formatted(heard, fields);
  },
});

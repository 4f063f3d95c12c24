import { getFormBody } from '../bodies/form-body.js';
import { asText } from '../fields.js';
import { dataFraming } from '../framing.js';
import { toDurationSeconds, getTranscript } from '../made-up/transcripts.js';
import { openaiEndpoint } from '../openai/endpoint.js';
import { eventAnswer } from '../openai/event-answer.js';
import { getCapabilities } from './capabilities.js';
import { buildEvents } from './events.js';
import { checkTranscriptionFields } from './field-checks.js';
import { checkFile } from './file-checks.js';
import { getFormFields } from './form-fields.js';
import { formatted } from './formats.js';
import { buildUsage, type Transcribed } from './transcribed.js';

const FRAMING = dataFraming('\n', '');
const FORMATS_TO_STREAM = ['json', 'text', 'diarized_json'];

export const openaiTranscriptions = openaiEndpoint({
  route: '/v1/audio/transcriptions',
  checkBody(request) {
    const form = getFormBody(request);
    checkTranscriptionFields(getFormFields(form));
    checkFile(form);
  },
  answer(request) {
    const form = request.form();
    const fields = getFormFields(form);
    const { sha256 = '', filename = '', sizeBytes = 0 } = form.files[0] ?? {};
    const said = {
      text: getTranscript({ sha256, filename }),
      durationSeconds: toDurationSeconds(sizeBytes),
    };
    const transcribed: Transcribed = {
      task: 'transcribe',
      language: typeof fields.language === 'string' ? fields.language : 'norwegian',
      ...said,
      usage: buildUsage(fields, said),
    };
    const { streams } = getCapabilities(String(fields.model));
    const isStreamable = streams && FORMATS_TO_STREAM.includes(asText(fields.response_format ?? 'json'));
    if (fields.stream === true && isStreamable) return eventAnswer(FRAMING, buildEvents(transcribed, fields));
    return formatted(transcribed, fields);
  },
});

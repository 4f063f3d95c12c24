import { spokenFormats } from '#upstream';
import { TRANSCRIPTION_CLIENTS, isFormatOf } from '#wire';
import { getForm } from '../get-form.js';
import { type OpenRequest, type OperationInput, type ServedOperation } from '../served-operation.js';
import { passRecording } from './pass-recording.js';
import { haveTranscribed } from './have-transcribed.js';

type ClientFormat = keyof typeof TRANSCRIPTION_CLIENTS;

export function transcriptionOperation(clientFormat: ClientFormat): ServedOperation {
  return { capability: 'transcription', open: (input) => openTranscription(clientFormat, input) };
}

function openTranscription(clientFormat: ClientFormat, { body }: OperationInput): OpenRequest {
  const client = TRANSCRIPTION_CLIENTS[clientFormat];
  const form = getForm(body);
  const asked = client.decodeRequest(form);
  const operation = isFormatOf('transcription', clientFormat) ? 'transcription' : 'audio-translation';
  return {
    model: asked.model,
    isStreamed: asked.isStreamed,
    candidatesAt(target, provider) {
      const [format] = spokenFormats(operation, target, provider);
      if (format === undefined) return [];
      return [{ kind: format === clientFormat ? 'passthrough' : 'translate', format }];
    },
    async serve(attempt) {
      if (attempt.candidate.kind === 'passthrough') return passRecording(attempt, asked, form);
      return haveTranscribed(attempt, asked, client);
    },
  };
}

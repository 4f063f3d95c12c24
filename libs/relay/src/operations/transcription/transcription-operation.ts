import { getSupportedFormats } from '#upstream';
import { type RequestFormatOf, TRANSCRIPTION_CLIENTS, isFormatOf } from '#wire';
import { getForm } from '../get-form.js';
import {
  type OperationRequest,
  type OperationInput,
  type OperationDefinition,
} from '../operation-definition.js';
import { forwardRecording } from './forward-recording.js';
import { transcribeByChatModel } from './transcribe-by-chat-model.js';

type ClientFormat = RequestFormatOf<'transcription'>;

export function transcriptionOperation(clientFormat: ClientFormat): OperationDefinition {
  return { decode: (input) => decodeTranscription(clientFormat, input) };
}

function decodeTranscription(clientFormat: ClientFormat, { body }: OperationInput): OperationRequest {
  const client = TRANSCRIPTION_CLIENTS[clientFormat];
  const form = getForm(body);
  const decoded = client.decodeRequest(form);
  const operation = isFormatOf('transcription', clientFormat) ? 'transcription' : 'audio-translation';
  return {
    model: decoded.model,
    isStreamed: decoded.isStreamed,
    listCandidates(target, provider) {
      const [format] = getSupportedFormats(operation, target, provider);
      if (format === undefined) return [];
      return [{ kind: format === clientFormat ? 'passthrough' : 'translate', format }];
    },
    async serve(attempt) {
      if (attempt.candidate.kind === 'passthrough') return forwardRecording(attempt, decoded, form);
      return transcribeByChatModel(attempt, decoded, client);
    },
  };
}

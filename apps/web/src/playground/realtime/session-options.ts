import { type ApiRequest } from '../call/api-request.js';

export interface SessionOptions {
  model: string;
  /** How the model answers. */
  answers: 'audio' | 'text';
  /** The service's own choice, where empty. */
  voice: string;
  instructions: string;
  /** The model that writes down what is said, for services that do so only when asked. */
  transcriptionModel: string;
}

/** The settings of a session, in the words of the protocol. The model is chosen by whoever connects. */
export function sessionSettings(options: SessionOptions): object {
  const voice = chosen(options.voice);
  const transcriptionModel = chosen(options.transcriptionModel);
  const audio = {
    ...(transcriptionModel === undefined ? {} : { input: { transcription: { model: transcriptionModel } } }),
    ...(voice === undefined || options.answers === 'text' ? {} : { output: { voice } }),
  };
  return {
    type: 'realtime',
    output_modalities: [options.answers],
    instructions: chosen(options.instructions),
    audio: Object.keys(audio).length === 0 ? undefined : audio,
  };
}

/** Asks for a secret that opens this session and nothing else: the token itself never goes into a socket. */
export function secretRequest(options: SessionOptions): ApiRequest {
  const session = { ...sessionSettings(options), model: options.model };
  return { method: 'POST', path: '/v1/realtime/client_secrets', json: { session } };
}

function chosen(value: string): string | undefined {
  return value.trim() === '' ? undefined : value.trim();
}

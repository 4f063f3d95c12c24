import { type ApiRequest } from '../call/api-request.js';

export interface SessionWish {
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
export function sessionSettings(wish: SessionWish): object {
  const voice = chosen(wish.voice);
  const transcriptionModel = chosen(wish.transcriptionModel);
  const audio = {
    ...(transcriptionModel === undefined ? {} : { input: { transcription: { model: transcriptionModel } } }),
    ...(voice === undefined || wish.answers === 'text' ? {} : { output: { voice } }),
  };
  return {
    type: 'realtime',
    output_modalities: [wish.answers],
    instructions: chosen(wish.instructions),
    audio: Object.keys(audio).length === 0 ? undefined : audio,
  };
}

/** Asks for a secret that opens this session and nothing else: the token itself never goes into a socket. */
export function secretRequest(wish: SessionWish): ApiRequest {
  const session = { ...sessionSettings(wish), model: wish.model };
  return { method: 'POST', path: '/v1/realtime/client_secrets', json: { session } };
}

function chosen(value: string): string | undefined {
  return value.trim() === '' ? undefined : value.trim();
}

import { type ApiRequest } from '../call/api-request.js';

export interface SessionOptions {
  model: string;
  /** The output modality of the model. */
  modality: 'audio' | 'text';
  /** Empty for the default of the provider. */
  voice: string;
  instructions: string;
  /** The model that transcribes the user's speech. Some providers transcribe only if it is set. */
  transcriptionModel: string;
}

/** The session object of the Realtime API. It does not contain the model, which is a parameter of the connection. */
export function sessionSettings(options: SessionOptions): object {
  const voice = emptyToUndefined(options.voice);
  const transcriptionModel = emptyToUndefined(options.transcriptionModel);
  const audio = {
    ...(transcriptionModel === undefined ? {} : { input: { transcription: { model: transcriptionModel } } }),
    ...(voice === undefined || options.modality === 'text' ? {} : { output: { voice } }),
  };
  return {
    type: 'realtime',
    output_modalities: [options.modality],
    instructions: emptyToUndefined(options.instructions),
    audio: Object.keys(audio).length === 0 ? undefined : audio,
  };
}

/** Requests a client secret that can open only this session, so that the token is not sent over the WebSocket. */
export function secretRequest(options: SessionOptions): ApiRequest {
  const session = { ...sessionSettings(options), model: options.model };
  return { method: 'POST', path: '/v1/realtime/client_secrets', json: { session } };
}

function emptyToUndefined(value: string): string | undefined {
  return value.trim() === '' ? undefined : value.trim();
}

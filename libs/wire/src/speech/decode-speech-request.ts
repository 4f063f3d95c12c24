import { isJsonObject, type JsonObject, SPEECH_FORMATS, type SpeechRequest } from '#canonical';
import { decodeExtensions } from '../openai-dialect/json-members.js';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import { RequestObject } from '../validation/request-object.js';

const MAX_CHARACTERS = 4096;
const TRANSLATED_MEMBERS = new Set([
  'model',
  'input',
  'voice',
  'instructions',
  'response_format',
  'speed',
  'stream_format',
]);

/** Decodes the body of `POST /v1/audio/speech`. */
export function decodeSpeechRequest(body: JsonObject): SpeechRequest {
  const members = new RequestObject(body);
  return {
    model: members.nonEmptyString('model'),
    text: readInput(members),
    voice: readVoice(members),
    instructions: members.string('instructions'),
    format: members.oneOf('response_format', SPEECH_FORMATS),
    speed: members.number('speed', { min: 0.25, max: 4 }),
    delivery: members.oneOf('stream_format', ['audio', 'sse']) === 'sse' ? 'events' : 'audio',
    ...decodeExtensions(body, TRANSLATED_MEMBERS),
  };
}

function readInput(members: RequestObject): string {
  const input = members.nonEmptyString('input');
  if (input.length > MAX_CHARACTERS)
    throw wrongValue('input', `must have at most ${MAX_CHARACTERS} characters, and has ${input.length}`);
  return input;
}

/** The voice is a name, or an object with the id of a custom voice. */
function readVoice(members: RequestObject): string {
  const voice = members.value('voice');
  if (voice === undefined) throw missing('voice');
  if (typeof voice === 'string') return members.nonEmptyString('voice');
  if (!isJsonObject(voice)) throw wrongType('voice', 'the name of a voice, or an object with its "id"');
  return new RequestObject(voice, 'voice').nonEmptyString('id');
}

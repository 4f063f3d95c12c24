import { type JsonObject } from '#canonical';
import { getObject, getText } from './frame-content.js';

const PCM_BYTES_PER_SECOND = 48_000;
const TELEPHONE_BYTES_PER_SECOND = 8_000;
/** Four characters of base64 encode three bytes. */
const BYTES_PER_CHARACTER = 3 / 4;

/** The settings of the upstream's session that affect its cost. */
export class SessionFacts {
  transcriptionModel: string | undefined;
  maxOutputTokens: number | undefined;
  private inputBytesPerSecond = PCM_BYTES_PER_SECOND;
  private outputBytesPerSecond = PCM_BYTES_PER_SECOND;

  /** Reads the whole session, in the GA protocol. */
  update(session: JsonObject): void {
    const audio = getObject(session, 'audio');
    const input = getObject(audio, 'input');
    const limit = session['max_output_tokens'];
    this.maxOutputTokens = typeof limit === 'number' ? limit : undefined;
    this.transcriptionModel = getText(getObject(input, 'transcription'), 'model');
    this.inputBytesPerSecond = bytesPerSecond(input);
    this.outputBytesPerSecond = bytesPerSecond(getObject(audio, 'output'));
  }

  toInputSeconds(characters: number): number {
    return (characters * BYTES_PER_CHARACTER) / this.inputBytesPerSecond;
  }

  toOutputSeconds(characters: number): number {
    return (characters * BYTES_PER_CHARACTER) / this.outputBytesPerSecond;
  }
}

function bytesPerSecond(direction: JsonObject): number {
  const type = getText(getObject(direction, 'format'), 'type') ?? 'audio/pcm';
  return type === 'audio/pcm' ? PCM_BYTES_PER_SECOND : TELEPHONE_BYTES_PER_SECOND;
}

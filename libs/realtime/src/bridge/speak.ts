import { type RealtimePorts } from '../conversation/ports.js';
import { type BridgeContext } from './bridge-context.js';
import { readInProcess } from './in-process-client.js';
import { PcmReader } from './pcm-reader.js';

const USUAL_SPEED = 1;

/** Has sentences spoken. The model is the gateway's choice, whatever the token may use. */
export function speakThroughRelay(
  { call, parts, requests }: BridgeContext,
  model: string,
): NonNullable<RealtimePorts['speak']> {
  const token = { ...call.token, models: undefined, cacheTtlSeconds: 0 };
  return ({ text, voice, speed }, { signal, onAudio }) =>
    requests.run(async ({ requestId, record }) => {
      const asked = {
        model,
        input: text,
        voice,
        response_format: 'pcm',
        // Not every service knows of speeds.
        ...(speed === USUAL_SPEED ? {} : { speed }),
      };
      const reader = new PcmReader(onAudio);
      await readInProcess(reader, signal, (self) =>
        parts.relay.serve('openai-speech', {
          body: Buffer.from(JSON.stringify(asked)),
          hints: {},
          headers: {},
          requestId,
          token,
          client: self,
          record,
        }),
      );
      reader.end();
    });
}

import { type RealtimePorts } from '../conversation/ports.js';
import { type BridgeContext } from './bridge-options.js';
import { readInProcess } from './in-process-client.js';
import { PcmReader } from './pcm-reader.js';

const DEFAULT_SPEED = 1;

/** Speaks sentences. The gateway chooses the model, so the token need not be allowed to use it. */
export function speakThroughRelay(
  { call, options, requests }: BridgeContext,
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
        // Not every service accepts a speed.
        ...(speed === DEFAULT_SPEED ? {} : { speed }),
      };
      const reader = new PcmReader(onAudio);
      await readInProcess(reader, signal, (self) =>
        options.relay.serve('openai-speech', {
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
